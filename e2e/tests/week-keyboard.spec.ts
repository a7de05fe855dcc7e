/** The core of a trader's week by keyboard alone: an alert, a watchlist, a filter with a group, a decision, a comparison. */
import type { Locator, Page } from '@playwright/test';
import { extendUndo } from '../extend-undo.ts';
import { WIDE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { findCards, readMatchCount, readSymbols } from '../ranked-list.ts';
import { clearAccount, signIn } from '../readers.ts';
import { tabTo } from '../tab-to.ts';
import { findPanel } from '../ticker-page.ts';

test.use({ viewport: WIDE });

async function conditionsOf({ request }: Page): Promise<string[]> {
	const { items } = await (await request.get('/api/alerts')).json();
	return items.map(({ ticker, condition }: { ticker: string; condition: { kind: string } }) => `${ticker} ${condition.kind}`);
}

/** The drawn chart of a ticker's page, in the middle of the screen. */
async function drawnChart(page: Page): Promise<Locator> {
	const chart = findPanel(page, /^Price, /).getByRole('group', { name: /^Price chart, / });
	await expect(chart.locator('[data-drawn]')).toBeAttached();
	await chart.evaluate((node) => node.scrollIntoView({ block: 'center' }));
	return chart;
}

test('by keyboard: alerts from a card and the chart, a watchlist as scope, a filter group, a decision, a comparison', async ({
	page,
	context,
	running,
}) => {
	await extendUndo(context);
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	await openSettled(page, '/main?tabType=free');
	const [first, second] = (await readSymbols(page)) as [string, string];
	const enter = async (name: string, role: 'button' | 'link' = 'button'): Promise<void> => {
		await tabTo(page, page.getByRole(role, { name, exact: true }));
		await page.keyboard.press('Enter');
	};

	// On the card, then at a bar of the chart.
	await page.keyboard.press('j');
	await page.keyboard.press('a');
	const dialog = page.getByRole('dialog', { name: 'Set an alert' });
	await tabTo(page, dialog.getByLabel('Kind', { exact: true }));
	await page.keyboard.type('New filing');
	await expect(dialog.getByLabel('Level in dollars')).toBeHidden();
	await tabTo(page, dialog.getByLabel('Note', { exact: true }));
	await page.keyboard.type('Read it');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect.poll(() => conditionsOf(page)).toEqual([`${first} filing`]);
	await expect(page.locator('[data-card]').first()).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
	await tabTo(page, await drawnChart(page));
	await page.keyboard.press('Home');
	await page.keyboard.press('a');
	await expect(page.getByRole('dialog', { name: 'At this price' }).getByRole('button', { name: /^Alert at/ })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Alert set')).toBeVisible();
	await expect.poll(() => conditionsOf(page)).toEqual([`${first} price`, `${first} filing`]);

	// A watchlist, and the list narrowed to it.
	await openSettled(page, '/watchlists');
	await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
	await page.keyboard.type('Keys');
	await tabTo(page, page.getByRole('textbox', { name: /^Symbols/ }));
	await page.keyboard.type(`${first} ${second} QQQQQQ`);
	await enter('Create');
	await expect(page.getByText('Not in this market: QQQQQQ.')).toBeVisible();
	await enter('Show in the list', 'link');
	await expect(findCards(page)).toHaveCount(2);
	await waitUntilSettled(page);

	// Within it, a filter with a group of none.
	await enter('Filter · 1');
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await tabTo(page, sheet.getByRole('tab', { name: 'This list' }));
	await page.keyboard.press('ArrowRight');
	await enter('Add group (any of, none of)');
	await tabTo(page, sheet.getByRole('combobox', { name: 'Match rule of group 1' }));
	await page.keyboard.type('None');
	await enter('Add range');
	await tabTo(page, sheet.getByRole('combobox', { name: 'Number' }));
	await page.keyboard.type('Dollar');
	await tabTo(page, sheet.getByRole('textbox', { name: 'Dollar volume, $ million: from' }));
	await page.keyboard.type('999999');
	await enter('Remove condition 1 of group 1');
	await expect(sheet.getByText(/none of: Dollar volume /)).toBeVisible();
	await tabTo(page, sheet.getByLabel('Name', { exact: true }));
	await page.keyboard.type('Not crowded');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/filterId=\d+/);
	await page.keyboard.press('Escape');
	await waitUntilSettled(page);
	await expect.poll(() => readMatchCount(page)).toBe(2);

	// A decision from the back of a card.
	await page.keyboard.press('j');
	await page.keyboard.press('t');
	await tabTo(page, findCards(page).first().getByRole('button', { name: 'Links' }));
	await page.keyboard.press('Enter');
	await enter('Log a decision', 'link');
	await waitUntilSettled(page);
	await tabTo(page, page.getByLabel('Decision', { exact: true }));
	await page.keyboard.type('Passed');
	await tabTo(page, page.getByLabel('Why', { exact: true }));
	await page.keyboard.type('Too wide a spread');
	await page.keyboard.press('Enter');
	const decision = page.getByRole('region', { name: 'Your decisions' }).getByRole('row').filter({ hasText: 'Too wide a spread' });
	await expect(decision).toContainText('Passed, to rise');

	// Back at the list, both are compared.
	await page.goBack();
	await waitUntilSettled(page);
	await enter('Select');
	for (let selected = 0; selected < 2; selected++) {
		await page.keyboard.press('j');
		await page.keyboard.press('Space');
	}
	await expect(page.getByText('2 selected')).toBeVisible();
	await enter('Compare');
	await enter('Compare charts', 'link');
	await expect(page.getByRole('region', { name: 'Wheels' }).getByRole('img')).toHaveCount(2);
	await clearAccount(context, running);
});
