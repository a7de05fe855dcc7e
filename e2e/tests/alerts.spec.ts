/** Alerts on tickers: set from a ticker's page, fired once at a report, read in the inbox, and deleted. */
import type { Locator } from '@playwright/test';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import { expectFits } from '../fits.ts';
import { expect, test } from '../fixtures.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { clearAccount, signIn } from '../readers.ts';

test('an alert set from the page of a ticker fires once, and its message leads to the report', async ({ page, context, running }) => {
	await signIn(context, running, 'premium');
	await clearAccount(context, running);
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free')).json();
	const { ticker, ticker_id: id } = items[0] as { ticker: string; ticker_id: number };

	await openSettled(page, `/ticker/${id}`);
	await page.getByRole('region', { name: 'On other sites' }).getByRole('link', { name: 'Set an alert' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts');
	await waitUntilSettled(page);
	await expect(page.getByText('You have no alerts yet.')).toBeVisible();
	const field = (label: string): Locator => page.getByLabel(label, { exact: true });
	await expect(field('Ticker')).toHaveValue(ticker);
	const save = page.getByRole('button', { name: 'Set alert' });
	await save.click();
	await expect(field('Level in dollars')).toBeFocused();
	await expect(field('Level in dollars')).toHaveAccessibleDescription(/Required to fill in/);
	await expectFits(page);
	// One cent above and below the price: a quarter-hour of trading reaches one of them, or both.
	const [row] = (await (await context.request.get(`/api/landing/table?ticker=${ticker}`)).json()).items as { price: number }[];
	const price = row?.price ?? Number.NaN;
	const level = async (value: number): Promise<void> => {
		await field('Level in dollars').fill(value.toFixed(2));
		await field('Note').fill('Look at the close');
		await save.click();
		await expect(field('Level in dollars')).toHaveValue('');
		await expect(save).toBeEnabled();
	};
	const alerts = page.getByRole('region', { name: 'Your alerts' });
	await level(price + 0.01);
	await expect(alerts.getByRole('row').filter({ hasText: 'price rises to' })).toHaveCount(1);
	await level(price - 0.01);
	await expect(alerts.getByRole('row').filter({ hasText: 'price falls to' })).toHaveCount(1);
	await expect(alerts.getByText('2 of 50 alerts')).toBeVisible();
	await expectFits(page);

	await page.goto('about:blank');
	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	const report = await fetchNewestReportTime(page);
	// Opening a page renews the session, whose first part is over by now.
	await openSettled(page, '/alerts');
	const fired = async () => {
		const kept = await (await context.request.get('/api/alerts')).json();
		return (kept.items as { fired: number; last: { report: string } | null }[]).filter((one) => one.fired > 0);
	};
	await expect.poll(async () => (await fired()).length).toBeGreaterThan(0);
	const first = await fired();
	for (const one of first) expect(one).toMatchObject({ fired: 1, last: { report: isoSeconds(report) } });

	await openSettled(page, '/messages');
	const rows = page
		.getByRole('list', { name: 'Messages' })
		.getByRole('link')
		.filter({ hasText: new RegExp(`${ticker} (rose|fell) to `) });
	await expect(rows).toHaveCount(first.length);
	await rows.first().click();
	const message = page.getByRole('region', { name: 'Message', exact: true });
	await expect(message.getByText('Look at the close')).toBeVisible();
	await expect(message.getByText(/Report of .* ET\.$/)).toBeVisible();
	await expectFits(page);
	await message.locator(`a[href^="/ticker/${id}?"]`).click();
	await expect(page).toHaveURL(new RegExp(`/ticker/${id}\\?`));
	expect(new URL(page.url()).searchParams.get('report')).toBe(isoSeconds(report));
	await expect(page.getByRole('heading', { level: 1 })).toContainText(ticker);

	// It was to fire once.
	await page.goto('about:blank');
	await passUntilReport(running, report + 1, 5 * SECOND);
	await openSettled(page, '/alerts');
	await expect(alerts.getByRole('link', { name: `${ticker}, report` }).first()).toHaveAttribute(
		'href',
		new RegExp(`^/ticker/${id}\\?report=`),
	);
	for (const one of await fired()) expect(one.fired).toBe(1);
	await expectFits(page);
	const remove = alerts.getByRole('button', { name: new RegExp(`^Delete alert: ${ticker}, price (rises|falls) to`) });
	for (const left of [1, 0]) {
		await remove.first().click();
		await expect(remove).toHaveCount(left);
	}
	await expect(page.getByText('You have no alerts yet.')).toBeVisible();
	await clearAccount(context, running);
});

test('an alert on a watchlist fires for its tickers, and stops when the watchlist is deleted', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await clearAccount(context, running);
	const { items } = await (await context.request.get('/api/sector-charts?tab_type=free&max=100')).json();
	const watched = (items as { ticker: string }[]).map(({ ticker }) => ticker);
	const { id } = await (
		await context.request.post('/api/watchlists', { data: { name: 'Watched', text: watched.join(' ') }, headers: { origin: running.url } })
	).json();

	await openSettled(page, `/watchlists?id=${id}`);
	await page.getByRole('link', { name: 'Set an alert' }).press('Enter');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts');
	await waitUntilSettled(page);
	const field = (label: string): Locator => page.getByLabel(label, { exact: true });
	await expect(field('On').locator('option:checked')).toHaveText('Watched');
	await field('Timeframe').selectOption('15m');
	await field('How often').selectOption('every time');
	await field('Depth, 1 to 5').fill('1');
	await field('Depth, 1 to 5').press('Enter');
	const alerts = page.getByRole('region', { name: 'Your alerts' });
	await expect(alerts.getByRole('row').filter({ hasText: 'Watched' })).toHaveCount(1);
	await expectFits(page);

	await page.goto('about:blank');
	await passUntilReport(running, (await fetchNewestReportTime(page)) + 1, 5 * SECOND);
	const kept = async () => (await (await context.request.get('/api/alerts')).json()).items[0] as { fired: number; state: string };
	await openSettled(page, '/alerts');
	await expect.poll(async () => (await kept()).fired).toBeGreaterThan(0);
	const { fired } = await kept();
	await openSettled(page, '/messages');
	const rows = page
		.getByRole('list', { name: 'Messages' })
		.getByRole('link')
		.filter({ hasText: /Volume busy reached depth 1 on 15m/ });
	await rows.first().click();
	await expect(page.getByRole('region', { name: 'Message', exact: true }).getByText('On your watchlist Watched.')).toBeVisible();

	await openSettled(page, `/watchlists?id=${id}`);
	await page.getByRole('button', { name: 'Delete watchlist' }).click();
	await page.getByRole('button', { name: 'Delete', exact: true }).click();
	await expect(page.getByText('You have no watchlists yet.')).toBeVisible();
	await openSettled(page, '/alerts');
	await expect(alerts.getByText('Stopped: this watchlist was deleted.')).toBeVisible();
	await expectFits(page);
	expect(await kept()).toMatchObject({ fired, state: 'stopped' });
	await clearAccount(context, running);
});
