import type { BrowserContext, Page } from '@playwright/test';
import type { Screen } from './pictures/screen.ts';
import type { Facts } from './readers.ts';

/** Before hydration, input is lost; before its lists have loaded, there is nothing to see. */
export async function waitUntilSettled(page: Page): Promise<void> {
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
}

/** Opens a path of the product, and waits until it is settled. */
export async function openSettled(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await waitUntilSettled(page);
}

/** Opens a screen in its own tab, or in `tab` if given. */
export async function openScreen(
	context: BrowserContext,
	screen: Screen,
	facts: Facts,
	{ size, tab }: { size?: { width: number; height: number }; tab?: Page | undefined } = {},
): Promise<Page> {
	const page = tab ?? (await context.newPage());
	if (size) await page.setViewportSize(size);
	await screen.before?.(page);
	await page.goto(typeof screen.path === 'string' ? screen.path : screen.path(facts));
	await waitUntilSettled(page);
	await screen.prepare?.(page);
	return page;
}

/** How far the page, or a panel over it, scrolls sideways, in CSS pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
	return page.evaluate(() =>
		Math.max(
			...[document.documentElement, ...document.querySelectorAll('dialog[open], [role="dialog"]')].map(
				(box) => box.scrollWidth - box.clientWidth,
			),
		),
	);
}
