/** Steps on a page before its picture is taken. */
import type { Page } from '@playwright/test';

export function press(name: string | RegExp, then?: string) {
	return async (page: Page) => {
		await page.getByRole('button', { name }).first().click();
		if (then) await page.locator(then).first().waitFor();
	};
}

/** One of several tables, if they don't all fit. */
export function tab(name: string) {
	return async (page: Page) => {
		await page.getByRole('tab', { name, exact: true }).click();
	};
}

export function chosen(label: string, option: string) {
	return async (page: Page) => {
		await page.getByLabel(label, { exact: true }).selectOption(option);
	};
}

export function find(text: string) {
	return async (page: Page) => {
		await page.keyboard.press('Control+k');
		await page.keyboard.type(text);
		await page.locator('dialog[open]').getByRole('option').first().waitFor();
	};
}

export async function walkChart(page: Page): Promise<void> {
	await page.locator('[data-drawn]').waitFor();
	await page.getByRole('group', { name: /^Price chart/ }).focus();
	for (const key of ['ArrowLeft', 'PageUp']) await page.keyboard.press(key);
}

/** The first two cards of a list, by keyboard. */
export async function turn(page: Page): Promise<void> {
	for (const key of ['j', 't', 'j', 't']) await page.keyboard.press(key);
	for (const i of [0, 1])
		await page
			.locator('article')
			.nth(i)
			.getByText(/^Why here/)
			.waitFor();
	// The popover next to the focus is for mouse users: touch users have the same in the viewer.
	await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

export async function verify(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Verify this report' }).click();
	await page.getByText(/^(Identical|Different)/).waitFor();
}

export function both(...steps: readonly ((page: Page) => Promise<void>)[]) {
	return async (page: Page) => {
		for (const step of steps) await step(page);
	};
}

/** The preview of applying settings to all target lists. */
export async function applied(page: Page): Promise<void> {
	const panel = page.getByRole('region', { name: 'Apply to all targets' });
	await panel.getByRole('switch').click();
	await panel.getByRole('button', { name: '4h' }).click();
}

const SLOTS = 'fieldset button[data-state]';
export const PICKER = press(/^(Latest report|Report) /, SLOTS);
export const EXPLAIN = press('How to read a wheel', 'section[aria-label="How to read a wheel"] svg');
export const COUNT = 'dialog[open] [role="status"] b';
