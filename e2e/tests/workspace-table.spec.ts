/** A trader's morning in the table: only by keyboard, and on a phone only by touch. */
import type { Locator, Page } from '@playwright/test';
import { extendUndo } from '../extend-undo.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';
import { tabTo } from '../tab-to.ts';

function table(page: Page): Locator {
	return page.getByRole('table', { name: 'Ranked tickers' });
}

function links(page: Page): Locator {
	return table(page).locator('[data-card]');
}

function symbols(page: Page): Promise<string[]> {
	return links(page).allTextContents();
}

function head(page: Page, name: string): Locator {
	return table(page).getByRole('columnheader', { name });
}

function title(page: Page, symbol: string): Locator {
	return page.getByRole('heading', { level: 1, name: symbol });
}

function prices(page: Page): Promise<number[]> {
	return table(page)
		.getByRole('row')
		.evaluateAll((rows) => {
			const cellsOf = (row: Element | undefined): string[] =>
				Array.from(row?.querySelectorAll('th, td') ?? [], (cell) => cell.textContent ?? '');
			const at = cellsOf(rows[0]).findIndex((name) => name.startsWith('price'));
			return rows.slice(1).map((row) => Number(cellsOf(row)[at]?.replace(/[^\d.]/g, '')));
		});
}

function falling(values: readonly number[]): boolean {
	return values.length > 1 && values.every((value, i) => i === 0 || value <= values[i - 1]!);
}

test('by keyboard: find, sort, freeze, favourite, compare, open, walk, export', async ({ page, context, running }) => {
	page.on('dialog', () => expect(false, 'no browser dialog').toBe(true));
	await extendUndo(context);
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	await tabTo(page, page.getByRole('link', { name: 'Table', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/view=table/);
	await waitUntilSettled(page);
	await expect(links(page)).toHaveCount(25);

	// Find one by its name, and return to the table.
	const wanted = (await symbols(page))[3]!;
	await page.keyboard.press('/');
	await page.keyboard.type(wanted);
	await expect(page.getByRole('option').first()).toContainText(wanted);
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(title(page, wanted)).toBeVisible();
	await page.goBack();
	await waitUntilSettled(page);
	await expect(links(page)).toHaveCount(25);

	// Sort by price, highest first.
	await tabTo(page, head(page, 'price').getByRole('button'));
	await page.keyboard.press('Enter');
	await expect(head(page, 'price')).toHaveAttribute('aria-sort', 'descending');
	await expect(page).toHaveURL(/column=price/);
	await expect.poll(async () => falling(await prices(page))).toBe(true);
	const sorted = await symbols(page);
	const nth = (n: number): string => sorted[n]!;

	// Move, star and freeze, then undo the freeze.
	await page.keyboard.press('j');
	await expect(links(page).first()).toBeFocused();
	await page.keyboard.press('f');
	await expect(page.getByRole('button', { name: `Remove ${nth(0)} from favourites` })).toBeVisible();
	await page.keyboard.press('x');
	await expect(links(page).first()).toHaveText(nth(1));
	await page.keyboard.press('Control+z');
	await expect(links(page).first()).toHaveText(nth(0));

	// Two side by side.
	await tabTo(page, page.getByRole('button', { name: 'Select', exact: true }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await page.keyboard.press('j');
	await page.keyboard.press('Space');
	await page.keyboard.press('j');
	await page.keyboard.press('Space');
	await expect(page.getByText('2 selected')).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'Compare', exact: true }));
	await page.keyboard.press('Enter');
	const compared = page.getByRole('dialog', { name: '2 tickers side by side' });
	for (const symbol of [nth(0), nth(1)]) await expect(compared.getByRole('columnheader', { name: symbol, exact: true })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(compared).toBeHidden();
	await tabTo(page, page.getByRole('button', { name: 'Done', exact: true }));
	await page.keyboard.press('Enter');

	// Open one, step on, and return to its row.
	await page.keyboard.press('j');
	await expect(links(page).first()).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(title(page, nth(0))).toBeVisible();
	await page.keyboard.press('j');
	await expect(title(page, nth(1))).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/view=table/);
	await waitUntilSettled(page);
	await expect(links(page).nth(1)).toBeFocused();

	// Export what is shown, with its columns in their order.
	await tabTo(page, page.getByRole('button', { name: 'Export' }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	const coming = page.waitForEvent('download');
	await tabTo(page, page.getByRole('link', { name: /^CSV/ }));
	await page.keyboard.press('Enter');
	expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
});

test.describe('on a phone', () => {
	test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

	test('by touch: find, sort, freeze, favourite, compare, open, walk, export', async ({ page, context, running }) => {
		await extendUndo(context);
		await signIn(context, running, 'pro');
		await page.goto('/main?tabType=free');
		await waitUntilSettled(page);
		await page.getByRole('button', { name: 'Options', exact: true }).tap();
		await page.getByRole('link', { name: 'Table', exact: true }).tap();
		await expect(page).toHaveURL(/view=table/);
		await waitUntilSettled(page);
		await expect(links(page)).toHaveCount(25);

		const wanted = (await symbols(page))[3]!;
		await page.getByRole('button', { name: 'Open menu' }).tap();
		await page.locator('#menu').getByRole('button', { name: 'Search' }).tap();
		await page.getByRole('combobox').fill(wanted);
		await expect(page.getByRole('option').first()).toContainText(wanted);
		await page.getByRole('option').first().tap();
		await expect(title(page, wanted)).toBeVisible();
		await page.goBack();
		await waitUntilSettled(page);

		await head(page, 'price').getByRole('button').tap();
		await expect(head(page, 'price')).toHaveAttribute('aria-sort', 'descending');
		await expect.poll(async () => falling(await prices(page))).toBe(true);
		const sorted = await symbols(page);
		const nth = (n: number): string => sorted[n]!;

		await page.getByRole('button', { name: `Add ${nth(1)} to favourites` }).tap();
		await expect(page.getByRole('button', { name: `Remove ${nth(1)} from favourites` })).toBeVisible();
		await page.getByRole('button', { name: `Freeze ${nth(0)}` }).tap();
		await expect(links(page).first()).toHaveText(nth(1));
		await page.locator('[data-snack]', { hasText: 'Update frozen list' }).getByRole('button', { name: 'Undo' }).tap();
		await expect(links(page).first()).toHaveText(nth(0));

		await page.getByRole('button', { name: 'Options', exact: true }).tap();
		await page.getByRole('button', { name: 'Select', exact: true }).tap();
		for (const at of [0, 1])
			await table(page)
				.getByRole('rowheader', { name: nth(at) })
				.tap();
		await expect(page.getByText('2 selected')).toBeVisible();
		await page.getByRole('button', { name: 'Compare', exact: true }).tap();
		const compared = page.getByRole('dialog', { name: '2 tickers side by side' });
		await expect(compared.getByRole('columnheader', { name: nth(1), exact: true })).toBeVisible();
		await compared.getByRole('button').filter({ hasText: 'Close' }).tap();
		await expect(compared).toBeHidden();
		await page.getByRole('button', { name: 'Done', exact: true }).tap();
		// Until then a tap on a row selects it.
		await expect(page.getByText('2 selected')).toBeHidden();

		await links(page).first().tap();
		await expect(title(page, nth(0))).toBeVisible();
		await page.getByRole('navigation', { name: 'Tickers of the list' }).getByRole('link', { name: 'Next ticker' }).tap();
		await expect(title(page, nth(1))).toBeVisible();
		await page.goBack();
		await page.goBack();
		await expect(page).toHaveURL(/view=table/);
		await waitUntilSettled(page);

		await page.getByRole('button', { name: 'Options', exact: true }).tap();
		await page.getByRole('button', { name: 'Export' }).tap();
		const coming = page.waitForEvent('download');
		await page.getByRole('link', { name: /^CSV/ }).tap();
		expect((await coming).suggestedFilename()).toMatch(/\.csv$/);
	});
});
