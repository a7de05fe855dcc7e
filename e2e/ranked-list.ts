/** The ranked list of a page, as journeys read it. */
import { expect, type Locator, type Page } from '@playwright/test';

export const cards = (page: Page): Locator => page.getByRole('list', { name: 'Ranked tickers' }).getByRole('article');

export const symbols = (page: Page): Promise<string[]> => cards(page).locator('[data-card]').allTextContents();

/** Tickers of another list, once loaded; in between there are none. */
export const symbolsAfter = async (page: Page, before: readonly string[]): Promise<string[]> => {
	let shown: string[] = [];
	await expect
		.poll(async () => {
			shown = await symbols(page);
			return shown.length > 0 && shown.join() !== before.join();
		})
		.toBe(true);
	return shown;
};

/** '37 of 148 tickers match' -> 37 */
export const matchCount = async (page: Page): Promise<number> =>
	Number(/^([\d,]+) of/.exec((await page.getByText(/tickers match(?:es)?$/).textContent()) ?? '')?.[1]?.replace(',', ''));
