import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createResearchApp, type ResearchApp } from '../testing/research-app.ts';
import { createCalibrations } from './calibrations.ts';
import type { ForecastAnswer } from './forecasts.ts';

const SESSIONS = nyse.sessionsBetween(exchangeDate('2023-01-03'), exchangeDate('2024-06-28'));
const CLOSE = SESSIONS.at(-1)?.close ?? expect.unreachable();

/** Daily rows of ten tickers that wander by a fixed rule, and of one that never moves. */
function rows(): string[] {
	let state = 7;
	const prices = Array.from({ length: 10 }, (_, n) => 40 + 5 * n);
	return SESSIONS.flatMap(({ date }) => [
		...prices.map((price, n) => {
			state = (state * 48_271) % 2_147_483_647;
			const close = price * (1 + ((state % 2_001) - 1_000) / 50_000);
			prices[n] = close;
			return `W${'ABCDEFGHIJ'[n]},${date},${price},${Math.max(price, close)},${Math.min(price, close)},${close},100000`;
		}),
		`FLAT,${date},25,25,25,25,100000`,
	]);
}

let stores: Stores;
let market: ReportedMarket;
let api: ResearchApp;
beforeAll(async () => {
	stores = await testStores();
	const wall = createFakeWallClock();
	const provider = await openProvider(stores, 'files', nyse);
	market = await testMarket({ stores, provider, wall });
	await market.run();
	await withFiles({ 'days.csv': `symbol,date,open,high,low,close,volume\n${rows().join('\n')}\n` }, (folder) =>
		market.importFiles(folder, { interval: 'day' }, () => {}),
	);
	api = await createResearchApp({ stores, provider, market, wall, close: async () => {} });
	await api.signIn();
	await createCalibrations(api.parts).measure(CLOSE);
});
afterAll(async () => {
	await api?.app.close();
	await market?.stop();
	await stores?.close();
});

async function forecast(symbol: string): Promise<ForecastAnswer> {
	const id = (await market.access.createParts()).universe.tickers.find((ticker) => ticker.symbol === symbol)?.id;
	const { status, body } = await api.call(
		'GET',
		`/api/charts/forecast/2024-06-28?ticker_id=${id}&timeframes=day,fifteen_minutes&explain=true`,
	);
	expect(status).toBe(200);
	return body;
}

it('imported days have a forecast with the record of its bands, and say why there is none on other timeframes', async () => {
	const { items, missing, simulated } = await forecast('WA');
	expect([simulated, items.map(({ timeframe }) => timeframe), missing]).toEqual([
		false,
		['day'],
		[{ timeframe: 'fifteen_minutes', reason: 'unmeasured' }],
	]);
	const one = items[0]?.measured[0];
	expect(one?.n).toBeGreaterThan(500);
	expect(one?.coverage_80).toBeGreaterThan(0.7);
	expect(one?.coverage_80).toBeLessThan(0.9);
});

it('an imported ticker whose price never changes has none, for that reason', async () => {
	expect((await forecast('FLAT')).missing).toContainEqual({ timeframe: 'day', reason: 'unchanged' });
});
