/** The ranked list of a page, as journeys read it. */
import { expect, type Locator, type Page } from '@playwright/test';

export function cards(page: Page): Locator {
	return page.getByRole('list', { name: 'Ranked tickers' }).getByRole('article');
}

export function symbols(page: Page): Promise<string[]> {
	return cards(page).locator('[data-card]').allTextContents();
}

/** Tickers of another list, once loaded; in between there are none. */
export async function symbolsAfter(page: Page, before: readonly string[]): Promise<string[]> {
	let shown: string[] = [];
	await expect
		.poll(async () => {
			shown = await symbols(page);
			return shown.length > 0 && shown.join() !== before.join();
		})
		.toBe(true);
	return shown;
}

/** '37 of 148 tickers match' -> 37 */
export async function matchCount(page: Page): Promise<number> {
	return Number(/^([\d,]+) of/.exec((await page.getByText(/tickers match(?:es)?$/).textContent()) ?? '')?.[1]?.replace(',', ''));
}
