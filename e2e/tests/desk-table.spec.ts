import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { tabTo } from '../keys.ts';
import { settled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const rows = (page: Page): Locator => page.locator('tbody [data-card]');
const viewLink = (page: Page): Locator => page.getByRole('navigation', { name: 'View', exact: true }).getByRole('link', { name: 'Table' });
const head = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true });

/** The list after it was asked for anew, as its answer has it. */
const sorted = async (page: Page, press: () => Promise<void>): Promise<string[]> => {
	const coming = page.waitForResponse((answer) => answer.url().includes('sort_column=price'));
	await press();
	const { items } = (await (await coming).json()) as { items: { ticker: string }[] };
	const symbols = items.map(({ ticker }) => ticker);
	await expect(rows(page)).toHaveText(symbols);
	return symbols;
};

test('a morning at the table by keyboard: sort, star, freeze, compare, open, walk, export, find', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free');
	await settled(page);
	await tabTo(page, viewLink(page));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/view=table/);
	await expect(rows(page)).toHaveCount(25);

	await tabTo(page, head(page, 'price').getByRole('button'));
	const symbols = await sorted(page, () => page.keyboard.press('Enter'));
	const nth = (n: number): string => symbols[n] as string;
	await expect(head(page, 'price')).toHaveAttribute('aria-sort', 'descending');

	// Star a row, freeze it, and take both back.
	await page.keyboard.press('j');
	await expect(rows(page).first()).toBeFocused();
	await page.keyboard.press('f');
	await expect(page.getByRole('button', { name: `Take ${nth(0)} from favourites` })).toBeVisible();
	await page.keyboard.press('f');
	await expect(page.getByRole('button', { name: `Add ${nth(0)} to favourites` })).toBeVisible();
	await page.keyboard.press('x');
	await expect(rows(page).first()).toHaveText(nth(1));
	await expect(rows(page).first()).toBeFocused();
	await page.keyboard.press('Control+z');
	await expect(rows(page).first()).toHaveText(nth(0));

	// Two side by side.
	await tabTo(page, page.getByRole('button', { name: 'Select', exact: true }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	for (const key of ['j', 'Space', 'j', 'Space']) await page.keyboard.press(key);
	await expect(page.getByText('2 selected')).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'Compare' }));
	await page.keyboard.press('Enter');
	const compared = page.getByRole('dialog', { name: '2 tickers side by side' });
	await expect(compared.getByRole('columnheader')).toHaveText([nth(0), nth(1)]);
	await page.keyboard.press('Escape');
	await expect(compared).toBeHidden();
	await tabTo(page, page.getByRole('button', { name: 'Done' }));
	await page.keyboard.press('Enter');

	// Take it away as it stands.
	await tabTo(page, page.getByRole('button', { name: 'Export' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	const coming = page.waitForEvent('download');
	await tabTo(page, page.getByRole('link', { name: /^CSV/ }));
	await page.keyboard.press('Enter');
	expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
	await page.keyboard.press('Escape');

	// Open one, walk to the next, and come back to the table.
	await page.keyboard.press('j');
	await expect(rows(page).first()).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: nth(0) })).toBeVisible();
	await settled(page);
	await page.keyboard.press('Space');
	await expect(page.getByRole('heading', { level: 1, name: nth(1) })).toBeVisible();
	await settled(page);
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/\/main\?.*view=table/);
	await expect(rows(page)).toHaveText(symbols);

	await page.keyboard.press('/');
	await page.keyboard.type(nth(2));
	await expect(page.getByRole('option').first()).toContainText(nth(2));
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: nth(2) })).toBeVisible();
});
