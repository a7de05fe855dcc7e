/** Watchlists: made from pasted symbols, changed by mouse and keyboard, exported, shared by a link and copied by another user. */
import { expectFits, WIDE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('a watchlist is made, changed, exported, narrows the list of the interface, and is shared', async ({
	page,
	context,
	running,
	browser,
}) => {
	await signIn(context, running, 'premium');
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free&max=3')).json();
	const [a, b, c] = (items as { ticker: string }[]).map(({ ticker }) => ticker) as [string, string, string];

	await openSettled(page, '/filter-settings-list');
	await page.getByRole('link', { name: 'Watchlists' }).click();
	await expect(page.getByText('You have no watchlists yet.')).toBeVisible();
	await expectFits(page);
	await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
	await page.getByRole('textbox', { name: /^Symbols/ }).fill(`NASDAQ:${a},ZZZZZZ,###Later,${b.toLowerCase()}\n$${c}`);
	await page.getByRole('textbox', { name: 'Name' }).press('Enter');
	await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
	await expect(page.getByText('Not in this market: ZZZZZZ.')).toBeVisible();
	await expect(page.getByText('3 tickers')).toBeVisible();
	await expectFits(page);

	// By keyboard.
	await page.getByRole('button', { name: `Move ${c} up` }).press('Enter');
	const file = async (): Promise<string> => {
		const href = await page.getByRole('link', { name: 'Export for TradingView' }).getAttribute('href');
		return (await context.request.get(String(href))).text();
	};
	// Its own exchange for the first; those of the others are known to the market or left out.
	await expect.poll(file).toMatch(new RegExp(`^NASDAQ:${a},###Later,(?:[A-Z]+:)?${c},(?:[A-Z]+:)?${b}\\n$`));
	await page.getByRole('button', { name: `Remove ${b}` }).click();
	await expect(page.getByText('2 tickers')).toBeVisible();
	const id = new URL(page.url()).searchParams.get('id');
	const narrowed = await (await context.request.get(`/api/sector-charts?tab_type=free&watchlist=${id}`)).json();
	expect((narrowed.items as { ticker: string }[]).map(({ ticker }) => ticker).sort()).toEqual([a, c].sort());

	await page.getByRole('link', { name: 'Show in the list' }).click();
	await expect(page.getByRole('article')).toHaveCount(2);
	await page.getByRole('link', { name: /Watchlist/ }).click();
	await expect(page.getByRole('article')).not.toHaveCount(2);
	await page.getByRole('button', { name: /^Filter/ }).click();
	await page.getByRole('combobox', { name: 'Watchlist' }).selectOption('Mine');
	await expect(page).toHaveURL(new RegExp(`watchlist=${id}`));
	await openSettled(page, `/watchlists?id=${id}`);

	await page.getByRole('button', { name: 'Share by link' }).click();
	await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
	const { token } = await (await context.request.get(`/api/watchlists/${id}`)).json();
	const other = await browser.newContext({ baseURL: running.url, viewport: WIDE });
	await signIn(other, running, 'basic');
	const theirs = await other.newPage();
	await openSettled(theirs, `/watchlists?shared=${token}`);
	await expect(theirs.getByRole('heading', { name: 'Shared watchlist: Mine' })).toBeVisible();
	await expect(theirs.getByRole('button', { name: `Remove ${a}` })).toHaveCount(0);
	await theirs.getByRole('button', { name: 'Save a copy' }).click();
	await expect(theirs.getByRole('button', { name: `Remove ${a}` })).toBeVisible();
	await theirs.getByRole('button', { name: 'Delete watchlist' }).click();
	await theirs.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(theirs.getByText('You have no watchlists yet.')).toBeVisible();
	await other.close();

	await page.getByRole('button', { name: 'Stop sharing' }).click();
	await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Delete watchlist' }).click();
	await page.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(page.getByText('You have no watchlists yet.')).toBeVisible();
});
