/** Comparing tickers: opened from a list's selection, a card, a ticker's links and a watchlist; by mouse, by keyboard and on a phone. */
import { expectFits, PHONE } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { clearAccount, signIn } from '../readers.ts';

test('tickers of a list are compared, and the address opens the same comparison', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await openSettled(page, '/main?tabType=free');
	await page.getByRole('button', { name: 'Select' }).click();
	const boxes = page.getByRole('article').getByRole('checkbox');
	// A card's whole head selects it, so its box is under the pointer of its label.
	for (const at of [0, 1]) await boxes.nth(at).press('Space');
	await page.getByRole('region', { name: 'Selected tickers' }).getByRole('button', { name: 'Compare' }).click();
	await page.getByRole('link', { name: 'Compare charts' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare');
	await waitUntilSettled(page);
	expect(new URL(page.url()).searchParams.get('tickers')?.split(',')).toHaveLength(2);
	const chart = (label: string) => page.getByRole('region', { name: `${label} bars` });
	await expect(chart('1d').locator('[data-drawn] canvas').first()).toBeVisible();
	await expect(chart('1d').getByRole('listitem')).toHaveCount(2);
	await expect(page.getByRole('region', { name: 'Wheels' }).getByRole('img')).toHaveCount(2);
	await expectFits(page);

	// The same tickers on a second timeframe, and a shorter range.
	await page.getByRole('navigation', { name: 'Timeframes' }).getByRole('link', { name: '1h' }).click();
	await expect(chart('1h').locator('[data-drawn] canvas').first()).toBeVisible();
	await page.getByRole('link', { name: '1M', exact: true }).click();
	await expect(page).toHaveURL(/timeframe=one_hour,day&range=1m$/);
	await expectFits(page);

	const other = await context.newPage();
	await openSettled(other, page.url());
	await expect(other.getByRole('region', { name: '1h bars' }).getByRole('listitem')).toHaveCount(2);
	await other.close();

	// By keyboard: the start of what is visible moves; a ticker is removed, another added.
	const group = chart('1h').getByRole('group');
	await group.focus();
	const span = chart('1h').getByText(/^From .* ET to .* ET$/);
	const before = await span.textContent();
	await page.keyboard.press('+');
	await expect(span).not.toHaveText(String(before));
	await page.keyboard.press('0');
	await expect(span).toHaveText(String(before));
	const legend = page.getByRole('region', { name: 'Compared tickers' });
	await legend
		.getByRole('button', { name: /^Remove/ })
		.first()
		.press('Enter');
	await expect(legend.getByRole('listitem')).toHaveCount(1);
	await expect(legend.getByRole('button', { name: /^Remove/ })).toBeFocused();
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free&max=9')).json();
	const added = (items as { ticker: string }[]).at(-1)?.ticker ?? '';
	await legend.getByLabel('Add a ticker').fill(added.toLowerCase());
	await page.keyboard.press('Enter');
	await expect(legend.getByRole('link', { name: added })).toBeVisible();
	await expect(chart('1h').getByRole('listitem')).toHaveCount(2);
});

test('on a phone a watchlist and a ticker lead to the comparison', async ({ page, context, running }) => {
	await page.setViewportSize(PHONE);
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free&max=7')).json();
	const symbols = (items as { ticker: string; ticker_id: number }[]).map(({ ticker }) => ticker);
	const { id } = await (
		await context.request.post('/api/watchlists', { data: { name: 'Phone', text: symbols.join(' ') }, headers: { origin: running.url } })
	).json();
	await openSettled(page, `/watchlists?id=${id}`);
	await page.getByRole('link', { name: 'Compare charts of the first 6' }).click();
	await waitUntilSettled(page);
	await expect(page.getByRole('region', { name: '1d bars' }).getByRole('listitem')).toHaveCount(6);
	await expect(page.getByText('Six tickers are the most.')).toBeVisible();
	await expectFits(page);

	await openSettled(page, `/ticker/${items[0].ticker_id}`);
	await page.getByRole('region', { name: 'On other sites' }).getByRole('link', { name: 'Compare' }).click();
	await expect(page).toHaveURL(new RegExp(`/compare\\?tickers=${symbols[0]}$`));
	await expect(page.getByRole('region', { name: '1d bars' }).getByRole('listitem')).toHaveCount(1);
	await expectFits(page);
	await clearAccount(context, running);
});
