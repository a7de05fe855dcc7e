import type { Locator, Page } from '@playwright/test';
import { extendUndo } from '../extend-undo.ts';
import { expect, test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';
import { tabTo } from '../tab-to.ts';

function cardLinks(page: Page): Locator {
	return page.locator('[data-card]');
}

test('the whole journey by keyboard: walk, star, freeze, filter, save, sort, page, search, past report, export', async ({
	page,
	context,
	running,
}) => {
	page.on('dialog', () => expect(false, 'no browser dialog').toBe(true));
	await extendUndo(context);
	await signIn(context, running, 'pro');
	await page.goto('/main?tabType=free');
	await waitUntilSettled(page);
	const symbols = await cardLinks(page).allTextContents();
	const nth = (n: number): string => symbols[n]!;

	// Move, open, and return.
	await page.keyboard.press('j');
	await expect(cardLinks(page).first()).toBeFocused();
	await page.keyboard.press('j');
	await page.keyboard.press('ArrowDown');
	await expect(cardLinks(page).nth(6)).toBeFocused();
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('k');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: nth(0) })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page).toHaveURL(/\/main\?tabType=free/);
	await waitUntilSettled(page);

	// Back at its card: star and freeze it, then undo the freeze.
	await expect(cardLinks(page).first()).toBeFocused();
	await page.keyboard.press('f');
	await expect(page.getByRole('button', { name: `Remove ${nth(0)} from favourites` })).toBeVisible();
	await page.keyboard.press('f');
	await expect(page.getByRole('button', { name: `Add ${nth(0)} to favourites` })).toBeVisible();
	await page.keyboard.press('x');
	const undo = page.locator('[data-snack]', { hasText: 'Update frozen list' }).getByRole('button', { name: 'Undo' });
	await expect(undo).toBeVisible();
	await expect(cardLinks(page).first()).toHaveText(nth(1));
	await expect(cardLinks(page).first()).toBeFocused();
	await page.keyboard.press('Control+z');
	await expect(undo).toHaveCount(0);
	await expect(cardLinks(page).first()).toHaveText(nth(0));

	// Tabs have numbers.
	await page.keyboard.press('2');
	await expect(page).toHaveURL(/tabType=extreme_fall/);
	await page.keyboard.press('3');
	await expect(page).toHaveURL(/tabType=free/);
	await waitUntilSettled(page);

	// Filter, save and sort.
	await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }));
	await page.keyboard.press('Enter');
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await tabTo(page, sheet.getByRole('button', { name: 'Volume busy', exact: true }));
	await page.keyboard.press('Space');
	await expect(page).toHaveURL(/filters\.sort=volume/);
	await tabTo(page, sheet.getByRole('tab', { name: 'This list' }), 'Shift+Tab');
	await page.keyboard.press('ArrowRight');
	await tabTo(page, sheet.getByLabel('Volume busy on 1h, depth'));
	await page.keyboard.press('ArrowUp');
	await expect(sheet.getByText(/^matches \d+ now/)).toBeVisible();
	await tabTo(page, sheet.getByLabel('Name'));
	await page.keyboard.type('By keys');
	await tabTo(page, sheet.getByRole('button', { name: 'Save', exact: true }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/filterId=\d+/);
	await tabTo(page, sheet.getByRole('button', { name: 'Delete' }));
	await page.keyboard.press('Enter');
	await expect(page).not.toHaveURL(/filterId=/);
	await page.keyboard.press('Escape');
	await expect(sheet).toBeHidden();
	await expect(page.getByRole('button', { name: 'Filter · 1' })).toBeFocused();

	// Next page, then select several.
	await tabTo(page, page.getByRole('link', { name: 'Next page' }));
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/page=2/);
	await tabTo(page, page.getByRole('button', { name: 'Select', exact: true }), 'Shift+Tab');
	await page.keyboard.press('Enter');
	await page.keyboard.press('j');
	await page.keyboard.press('Space');
	await expect(page.getByText('1 selected')).toBeVisible();
	await tabTo(page, page.getByRole('button', { name: 'Done' }));
	await page.keyboard.press('Enter');
	await expect(page.getByText('1 selected')).toHaveCount(0);

	// A past report with its counts.
	await tabTo(page, page.getByRole('button', { name: /^Latest report / }));
	await page.keyboard.press('Enter');
	const panel = page.getByRole('dialog', { name: 'Choose a report' });
	await tabTo(page, panel.locator('[aria-current="date"]'));
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('Enter');
	await tabTo(page, panel.getByRole('button', { name: 'Open the report of 10:15' }));
	await page.keyboard.press('Shift+Enter');
	await expect(page).toHaveURL(/\/reports\/2026-06-29T14:15:00Z\?.*counts=true/);
	await expect(page.getByText('Archived data 06/29/2026 10:15 AM ET')).toBeVisible();
	await expect(page.getByRole('link', { name: /^Free · \d+/ })).toBeVisible();

	// Export it.
	await tabTo(page, page.getByRole('button', { name: 'Export' }));
	await page.keyboard.press('Enter');
	const coming = page.waitForEvent('download');
	await tabTo(page, page.getByRole('link', { name: /^CSV/ }));
	await page.keyboard.press('Enter');
	expect((await coming).suggestedFilename()).toMatch(/\.csv$/);

	// Search, and the list of shortcuts.
	await page.keyboard.press('/');
	await page.keyboard.type(nth(2));
	await expect(page.getByRole('option').first()).toContainText(nth(2));
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowUp');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: nth(2) })).toBeVisible();
	await page.keyboard.press('?');
	await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeHidden();
	await expect(page).toHaveURL(/\/ticker\//);
});
