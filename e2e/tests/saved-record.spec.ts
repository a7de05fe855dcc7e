import { nextSession, type Session } from '@sw/domain/time/calendar';
import { HOUR, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { expect, FEW_TICKERS, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { fetchNewestReportTime, passUntilReport } from '../pass-time.ts';
import { signIn } from '../readers.ts';

// A separate product: the day that passes here would be missing in other files.
test('the record since a filter was saved is filled by the reports that come out live after it', async ({ browser }) => {
	const running = await startProduct({ SIGNALWHEEL_SPEED: '60' }, undefined, { tickers: FEW_TICKERS });
	const context = await browser.newContext({ baseURL: running.url });
	await signIn(context, running, 'pro');
	const page = await context.newPage();
	const made = await page.request.post('/api/filters', {
		data: {
			tab: 'free',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filters: [{ sector: 'volume', timeframe: 'fifteen_minutes', value: 1 }],
			name: 'Loud quarters',
		},
		headers: { origin: running.url },
	});
	expect(made.status()).toBe(200);
	const card = page.locator('article', { has: page.getByRole('link', { name: 'Loud quarters' }) });
	const since = card.getByRole('row', { name: /^since/ });
	const ask = async (): Promise<void> => {
		await page.goto('/filter-settings-list');
		await waitUntilSettled(page);
		await card.getByRole('button', { name: 'What happened next?' }).click();
	};
	await ask();
	await expect(since).toHaveText(/^since\s*0\s*n\/a/);

	// Five hourly bars: occurrences in the rest of this session and early in the next complete late in that one.
	const saved = await fetchNewestReportTime(page);
	const today = newYorkDate(utcMs(saved));
	const next = nextSession(today) as Session;
	await passUntilReport(running, next.open + 6 * HOUR, HOUR);
	await ask();
	await expect(since).toHaveText(/^since\s*[1-9]/);
	const { items } = await (await page.request.get(`/api/sector-charts/history/dates?from=${today}&to=${next.date}&max=60`)).json();
	const reports = items.filter(({ date, algo }: { date: string; algo: string }) => algo === 'reverse' && Date.parse(date) > saved).length;
	await expect(card.getByText(`${reports} live reports only`)).toBeVisible();
	await context.close();
	await running.close();
});
