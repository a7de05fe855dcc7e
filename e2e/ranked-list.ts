/** The ranked list of a page, as journeys read it. */
import { expect, type Locator, type Page } from '@playwright/test';

export function findCards(page: Page): Locator {
	return page.getByRole('list', { name: 'Ranked tickers' }).getByRole('article');
}

export function readSymbols(page: Page): Promise<string[]> {
	return findCards(page).locator('[data-card]').allTextContents();
}

/** Waits for the tickers of another list; while it loads there are none. */
export async function waitForOtherSymbols(page: Page, previousSymbols: readonly string[]): Promise<string[]> {
	let currentSymbols: string[] = [];
	await expect
		.poll(async () => {
			currentSymbols = await readSymbols(page);
			return currentSymbols.length > 0 && currentSymbols.join() !== previousSymbols.join();
		})
		.toBe(true);
	return currentSymbols;
}

/** '37 of 148 tickers match' -> 37 */
export async function readMatchCount(page: Page): Promise<number> {
	return Number(/^([\d,]+) of/.exec((await page.getByText(/tickers match(?:es)?$/).textContent()) ?? '')?.[1]?.replace(',', ''));
}
