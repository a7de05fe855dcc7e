import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import { users } from '@sw/store/postgres/schema/accounts';
import { createOperator } from '../create-operator.ts';
import { expect, type RunningProduct, startProduct, testWithOwnProduct as test } from '../fixtures.ts';

const REAL = resolve(process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../shared/data'), 'daily/us-88-2012-2017');
const REAL_TICKERS = ['AAPL', 'ABB', 'ABBV', 'AEP'];

/** Daily bars of six tickers; the last one rises on its last days. */
function dailyRows(): string {
	const sessions = nyse.sessionsBetween(exchangeDate('2024-01-02'), exchangeDate('2024-09-30'));
	const rows = ['MMA', 'MMB', 'MMC', 'MMD', 'MME', 'ZRISE'].flatMap((symbol, ticker) =>
		sessions.map(({ date }, day) => {
			const jump = symbol === 'ZRISE' ? Math.max(0, day - sessions.length + 5) * 4 : 0;
			const close = 100 + 10 * ticker + ((day * 7 + ticker * 3) % 11) / 10 + jump;
			return `${symbol},${date},${close},${close + 1},${close - 1},${close},${1_000_000 + ((day * 13) % 17) * 10_000}`;
		}),
	);
	return `symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

async function signedIn(browser: Browser, running: RunningProduct): Promise<Page> {
	const page = await (await browser.newContext({ baseURL: running.url })).newPage();
	await page.goto(await createOperator(running));
	await page.waitForURL((url) => !url.pathname.startsWith('/login'));
	return page;
}

test('a market of daily bars opens on a list that its days rank, and no slot of it is missing', async ({ browser }) => {
	const folder = await mkdtemp(join(tmpdir(), 'signalwheel-daily-'));
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files' });
	try {
		await writeFile(join(folder, 'days.csv'), dailyRows());
		expect((await running.product.market.importFiles(folder, {}, () => {})).failed).toBe(0);
		const page = await signedIn(browser, running);
		const cards = page.getByRole('list', { name: 'Ranked tickers' });

		await page.goto('/main');
		await expect(page).toHaveURL(/\/main\?tabType=free&strategyTimeframe=third&timeframe=day$/);
		await expect(cards.getByRole('listitem').first()).toContainText('ZRISE');

		await page.goto('/main?tabType=extreme_fall&strategyTimeframe=third');
		await expect(page.getByText('The list needs readings on at least 2 of 1h, 4h, 1d.')).toBeVisible();
		await page.goto('/main?tabType=free');
		await expect(page.getByText('This report has only 1d')).toBeVisible();
		await expect(page.getByText('MMA')).toHaveCount(0);
		await page.getByRole('link', { name: 'Open an available list' }).click();
		await expect(cards).toContainText('ZRISE');
		const { gaps } = await (await page.request.get('/api/freshness')).json();
		expect(gaps).toMatchObject({ reports: 0, fetches: false });

		await running.product.stores.records.db.update(users).set({ role: 'user', license: 'basic' });
		// The refreshed access token carries the licence.
		await page.context().clearCookies({ name: /access/ });
		await page.goto('/main');
		await expect(page.getByText('Daily bars only: the basic licence shows the previous session.')).toBeVisible();
		const { time } = await (await page.request.get('/api/sector-charts/date')).json();
		expect(time).toBe('2024-09-27T20:00:00Z');
		await page.context().close();
	} finally {
		await running.close();
		await rm(folder, { recursive: true });
	}
});

test('real daily files open on a ranked list', async ({ browser }) => {
	test.skip(!existsSync(REAL), `absent: ${REAL}, or elsewhere by SIGNALWHEEL_TEST_DATA`);
	const folder = await mkdtemp(join(tmpdir(), 'signalwheel-daily-'));
	const running = await startProduct({ SIGNALWHEEL_PROVIDER: 'files' });
	try {
		for (const ticker of REAL_TICKERS) await copyFile(join(REAL, `${ticker}.csv.gz`), join(folder, `${ticker}.csv.gz`));
		expect((await running.product.market.importFiles(folder, {}, () => {})).failed).toBe(0);
		const page = await signedIn(browser, running);
		await page.goto('/');
		await expect(page).toHaveURL(/\/\?tabType=free&strategyTimeframe=third&timeframe=day$/);
		await expect(page.getByRole('list', { name: 'Ranked tickers' })).toContainText('AAPL');
		await page.context().close();
	} finally {
		await running.close();
		await rm(folder, { recursive: true });
	}
});
