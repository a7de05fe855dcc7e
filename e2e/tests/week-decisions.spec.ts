/** A week of a trader's work by mouse: a watchlist, a filter, decisions with their outcome, and files. */
import { readFileSync } from 'node:fs';
import { extendUndo } from '../extend-undo.ts';
import { WIDE } from '../fits.ts';
import { expect, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { passUntilReport } from '../pass-time.ts';
import { findCards, readMatchCount, readSymbols } from '../ranked-list.ts';
import { signIn } from '../readers.ts';

// A separate product: the hours that pass here would be missing in other files.
test('a watchlist is the scope, a filter is saved with its count, decisions get their outcome, and the list is taken away', async ({
	browser,
}) => {
	const running = await startProduct();
	const context = await browser.newContext({ baseURL: running.url, viewport: WIDE });
	await extendUndo(context);
	await signIn(context, running, 'premium');
	const page = await context.newPage();
	await openSettled(page, '/main?tabType=free');
	const [first, second, third] = (await readSymbols(page)) as [string, string, string];

	// A list of TradingView, in which one symbol is not of this market; then one more ticker.
	await page.goto('/watchlists');
	await waitUntilSettled(page);
	await page.getByRole('textbox', { name: 'Name' }).fill('Week');
	await page.getByRole('textbox', { name: /^Symbols/ }).fill(`###Long,NASDAQ:${first},NYSE:QQQQQQ,NASDAQ:${second}`);
	await page.getByRole('button', { name: 'Create', exact: true }).click();
	await expect(page.getByText('Not in this market: QQQQQQ.')).toBeVisible();
	await page.getByRole('textbox', { name: /^Symbols/ }).fill(third);
	await page.getByRole('button', { name: 'Add', exact: true }).click();
	await expect(page.getByText('3 tickers')).toBeVisible();
	await page.getByRole('link', { name: 'Show in the list' }).click();
	await expect(findCards(page)).toHaveCount(3);
	expect((await readSymbols(page)).toSorted()).toEqual([first, second, third].toSorted());

	// A link of one's own, on the back of each card.
	await page.goto('/profile#ticker-links');
	const links = page.locator('#ticker-links');
	await links.getByLabel('Site').fill('Broker');
	await links.getByLabel('Address').fill('https://broker.example/quote/{symbol}?from=signalwheel');
	await links.getByRole('button', { name: 'Add link' }).click();
	await expect(links.getByRole('listitem').filter({ hasText: 'Broker' })).toBeVisible();
	await page.goBack();
	await waitUntilSettled(page);
	const list = page.url();
	const decide = async (ticker: string, kind: string): Promise<void> => {
		await openSettled(page, list);
		const card = findCards(page).filter({ has: page.getByText(ticker, { exact: true }) });
		await card.hover();
		await card.getByRole('button', { name: `Flip card of ${ticker}` }).click();
		await card.getByRole('button', { name: 'Links' }).click();
		await expect(card.getByRole('link', { name: 'Broker' })).toHaveAttribute(
			'href',
			`https://broker.example/quote/${ticker}?from=signalwheel`,
		);
		await card.getByRole('link', { name: 'Log a decision' }).click();
		await expect(page.getByLabel('Ticker', { exact: true })).toHaveValue(ticker);
		await page.getByLabel('Decision', { exact: true }).selectOption(kind);
		await page.getByLabel('Planned exit, in bars').fill('1');
		await page.getByRole('button', { name: 'Log decision' }).click();
		await expect(decisions.filter({ hasText: ticker })).toContainText(`${kind}, to rise`);
	};
	const decisions = page.getByRole('region', { name: 'Your decisions' }).getByRole('row');
	await decide(first, 'Took');
	await decide(second, 'Passed');

	// Two groups with ranges.
	await openSettled(page, '/main?tabType=free');
	await page.getByRole('button', { name: /^Filter/ }).click();
	const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
	await sheet.getByRole('tab', { name: 'Saved filter' }).click();
	const range = async (group: number, measure: string, from: string): Promise<void> => {
		const conditions = page.getByRole('list', { name: `Conditions of group ${group}` });
		const editor = sheet.getByRole('group').filter({ has: conditions });
		await editor.getByRole('button', { name: 'Add range' }).click();
		await conditions.getByRole('combobox', { name: 'Number' }).last().selectOption(measure);
		await conditions.getByRole('textbox', { name: `${measure}: from` }).fill(from);
	};
	await sheet.getByRole('button', { name: 'Add group (any of, none of)' }).click();
	await range(1, 'Change of the day, %', '0.1');
	await sheet.getByRole('button', { name: 'Add another group' }).click();
	await sheet.getByRole('combobox', { name: 'Match rule of group 2' }).selectOption('None of');
	await sheet.getByRole('button', { name: 'Remove condition 1 of group 2' }).click();
	await range(2, 'Dollar volume, $ million', '500');
	const counted = sheet.getByRole('status').getByText(/^matches [\d,]+ now$/);
	await sheet.getByLabel('Name', { exact: true }).fill('Rising, not crowded');
	await sheet.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(page).toHaveURL(/filterId=\d+/);
	await expect(counted).toBeVisible();
	const count = Number((await counted.textContent())?.replace(/\D/g, ''));
	await page.keyboard.press('Escape');
	await waitUntilSettled(page);
	expect(await readMatchCount(page)).toBe(count);
	expect(count).toBeGreaterThan(0);

	// The watchlist's charts side by side, then the filtered list as a file.
	await page.getByRole('button', { name: 'Export' }).click();
	const coming = page.waitForEvent('download');
	await page
		.getByRole('dialog', { name: 'Export this list' })
		.getByRole('link', { name: /^Excel/ })
		.click();
	const file = await coming;
	expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
	expect(readFileSync(await file.path(), 'latin1').slice(0, 2)).toBe('PK');
	await page.getByRole('button', { name: 'Select', exact: true }).click();
	for (const at of [0, 1]) await findCards(page).nth(at).getByRole('heading').click();
	await page.getByRole('region', { name: 'Selected tickers' }).getByRole('button', { name: 'Compare' }).click();
	await page.getByRole('link', { name: 'Compare charts' }).click();
	await expect(page.getByRole('region', { name: 'Wheels' }).getByRole('img')).toHaveCount(2);

	// Later that week.
	const exits: string[] = (await (await context.request.get('/api/decisions')).json()).items.map(({ exit }: { exit: string }) => exit);
	await page.goto('about:blank');
	await passUntilReport(running, Math.max(...exits.map(Date.parse)));
	await openSettled(page, '/decisions');
	for (const ticker of [first, second]) await expect(decisions.filter({ hasText: ticker })).toContainText(/hit, [+−]?\d+ bp/);
	const outcomes = page.getByRole('region', { name: 'Outcomes', exact: true }).getByRole('row');
	for (const kind of ['Took', 'Passed'])
		await expect(outcomes.filter({ hasText: new RegExp(`^${kind}`) })).toContainText('1 of at least 30');
	await openSettled(page, '/profile#ticker-links');
	await links.getByRole('button', { name: 'Restore presets' }).click();
	await expect(links.getByRole('listitem').filter({ hasText: 'Broker' })).toHaveCount(0);
	await context.close();
	await running.close();
});
