import type { BrowserContext, Page } from '@playwright/test';
import type { Screen } from './pictures/screen.ts';
import type { Facts } from './readers.ts';

/** Waits until the page is hydrated, because input before that is lost, and until its lists have loaded. */
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
export function measureSidewaysScroll(page: Page): Promise<number> {
	return page.evaluate(() =>
		Math.max(
			...[document.documentElement, ...document.querySelectorAll('dialog[open], [role="dialog"]')].map(
				(box) => box.scrollWidth - box.clientWidth,
			),
		),
	);
}

/** Share of a scrolled page's height that fixed and sticky bars cover in its middle; 0 with a dialog, which covers it on purpose. */
export function measureCoveredShare(page: Page): Promise<number> {
	return page.evaluate(() => {
		if (document.querySelector('dialog[open]')) return 0;
		const scrollBefore = scrollY;
		scrollTo(0, 200);
		const heights = Array.from({ length: 50 }, (_, i) => (innerHeight * (i + 0.5)) / 50);
		const isCovered = (y: number): boolean => {
			for (let element = document.elementFromPoint(innerWidth / 2, y); element; element = element.parentElement) {
				const { position } = getComputedStyle(element);
				// A sticky bar counts only while it is stuck to the edge.
				if (position === 'fixed' || (position === 'sticky' && scrollY > 0 && element.getBoundingClientRect().top <= 1)) return true;
			}
			return false;
		};
		const share = heights.filter(isCovered).length / heights.length;
		scrollTo(0, scrollBefore);
		return share;
	});
}

/** Buttons and fields of an open dialog or panel that cannot be scrolled into view. */
export function findUnreachableControls(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const controls = document.querySelectorAll<HTMLElement>(
			'dialog[open] :is(button, input, select, a), :popover-open :is(button, input, select, a)',
		);
		return [...controls].flatMap((element) => {
			if (!element.checkVisibility() || element.getBoundingClientRect().width < 2) return [];
			element.scrollIntoView({ block: 'center' });
			const { top, bottom } = element.getBoundingClientRect();
			return bottom > 0 && top < innerHeight && (top + bottom) / 2 > 0 && (top + bottom) / 2 < innerHeight
				? []
				: [element.outerHTML.slice(0, 120)];
		});
	});
}
