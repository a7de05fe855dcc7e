/** Steps on a page before its picture is taken. */
import type { Page } from '@playwright/test';

export function press(name: string | RegExp, expectedSelector?: string) {
	return async (page: Page) => {
		await page.getByRole('button', { name }).first().click();
		if (expectedSelector) await page.locator(expectedSelector).first().waitFor();
	};
}

/** Shows one of several tables where they don't all fit side by side. */
export function openTab(name: string) {
	return async (page: Page) => {
		await page.getByRole('tab', { name, exact: true }).click();
	};
}

export function selectOption(label: string, option: string) {
	return async (page: Page) => {
		await page.getByLabel(label, { exact: true }).selectOption(option);
	};
}

export function searchFor(text: string) {
	return async (page: Page) => {
		await page.keyboard.press('Control+k');
		await page.keyboard.type(text);
		await page.locator('dialog[open]').getByRole('option').first().waitFor();
	};
}

export async function moveChartCursor(page: Page): Promise<void> {
	// The chart is drawn once it is in the window. Focusing it scrolls it there.
	await page.getByRole('group', { name: /^Price chart/ }).focus();
	await page.locator('[data-drawn]').waitFor();
	for (const key of ['ArrowLeft', 'PageUp']) await page.keyboard.press(key);
}

/** Turns the first two cards of a list over, by keyboard. */
export async function turnCards(page: Page): Promise<void> {
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

export async function verifyReport(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Verify this report' }).click();
	await page.getByText(/^(Identical|Different)/).waitFor();
}

export function runInOrder(...steps: readonly ((page: Page) => Promise<void>)[]) {
	return async (page: Page) => {
		for (const step of steps) await step(page);
	};
}

/** The preview of applying settings to all target lists. */
export async function previewSettings(page: Page): Promise<void> {
	const panel = page.getByRole('region', { name: 'Apply to all targets' });
	await panel.getByRole('switch').click();
	await panel.getByRole('button', { name: '4h' }).click();
}

const SLOT_BUTTONS = 'fieldset button[data-state]';
export const OPEN_PICKER = press(/^(Latest report|Report) /, SLOT_BUTTONS);
export const OPEN_EXPLANATION = press('How to read a wheel', 'section[aria-label="How to read a wheel"] svg');
export const MATCH_COUNT = 'dialog[open] [role="status"] b';
