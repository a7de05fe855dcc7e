import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_QUARANTINE, Z_PER_ROW } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { dividendsOf, saveDividends } from '@sw/store/postgres/records/tickers/corporate-actions';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { createCorrectionJobs } from './correction-jobs.ts';
import { loadRecordedActions } from './decide-splits.ts';

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
/** Five new shares for four: no jump that quarantine would notice. */
const SPLIT = { date: exchangeDate('2014-06-09'), ratio: 1.25 };
const CLOSE = nyse.sessionOn(exchangeDate('2014-06-09')) as Session;

let stores: Stores;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;
let ids: { AAPL: TickerId; TWIN: TickerId };

/** Daily bars of AAPL as printed, and of TWIN: the same prices without the split. */
function dailyBars(): string {
	const lines = nyse.sessionsBetween(exchangeDate('2014-01-02'), exchangeDate('2014-06-20')).flatMap(({ date }, i) => {
		const price = 100 * (1 + 0.03 * Math.sin(1.7 * i) + 0.001 * (i % 7));
		const row = (symbol: string, at: number) => `${symbol},${date},${at},${at * 1.01},${at * 0.99},${at},${9_000 + 100 * (i % 5)}`;
		return [row('AAPL', date < SPLIT.date ? price * SPLIT.ratio : price), row('TWIN', price)];
	});
	return `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

beforeAll(async () => {
	stores = await testStores();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
	await market.run();
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
	await withFiles({ 'days.csv': dailyBars() }, (folder) => market.importFiles(folder, {}, () => {}));
	const bySymbol = new Map((await tickersOf(stores.records.db, 'files')).map(({ symbol, id }) => [symbol, id]));
	ids = { AAPL: bySymbol.get('AAPL') as TickerId, TWIN: bySymbol.get('TWIN') as TickerId };
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

/** The daily price score of a ticker at the close of the split's date, and the report's version. */
async function scoreOf(id: TickerId) {
	const record = (await reportsBetween(stores.records.db, CLOSE.open, CLOSE.close, 'reverse')).find(({ time }) => time === CLOSE.close);
	if (!record) throw new Error('No report of the close.');
	const table = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
	const row = table.tickerId.indexOf(id);
	return {
		version: record.version,
		z: table.z[((4 * Z_PER_ROW) / 5) * table.count + row]!,
		quarantine: (table.flags[row]! & FLAG_QUARANTINE) !== 0,
	};
}

/** By what charts divide a ticker's first prices. */
function chartRatio(id: TickerId): number {
	return market.prices.splitRatioOf(0, market.directory.rowOf(id));
}

describe('a split that no jump shows', () => {
	it('is applied to charts and scores alike', async () => {
		const [before, twin] = [await scoreOf(ids.AAPL), await scoreOf(ids.TWIN)];
		expect(before.quarantine).toBe(false);
		expect(Math.abs(before.z - twin.z)).toBeGreaterThan(1);
		const result = await jobs.corporate_actions.run({ splits: [{ ticker_id: ids.AAPL, ...SPLIT }], dividends: [] }, JOB_CONTEXT);
		expect(result).toMatchObject({ changed: 1 });
		const after = await scoreOf(ids.AAPL);
		expect(after.version).toBe(before.version + 1);
		expect(Math.abs(after.z - twin.z)).toBeLessThan(1e-3);
		expect([chartRatio(ids.AAPL), chartRatio(ids.TWIN)]).toEqual([SPLIT.ratio, 1]);
		expect((await loadRecordedActions(stores.records.db, 'files'))(ids.AAPL, SPLIT.date, 'split')).toBe(SPLIT.ratio);
	});

	it('changes nothing the second time, and is revoked as other splits are', async () => {
		const twice = await jobs.corporate_actions.run({ splits: [{ ticker_id: ids.AAPL, ...SPLIT }], dividends: [] }, JOB_CONTEXT);
		expect(twice).toMatchObject({ changed: 0, rebuilt: { looked: 0 } });
		const applied = await scoreOf(ids.AAPL);
		await jobs.splits.run({ apply: [], revoke: [{ ticker_id: ids.AAPL, date: SPLIT.date }], dismiss: [] }, JOB_CONTEXT);
		expect((await scoreOf(ids.AAPL)).z).not.toBeCloseTo(applied.z, 1);
		expect(chartRatio(ids.AAPL)).toBe(1);
		expect((await loadRecordedActions(stores.records.db, 'files'))(ids.AAPL, SPLIT.date, 'split')).toBeUndefined();
	});
});

describe('a dividend', () => {
	it('counts in the scores, and no import changes it afterwards', async () => {
		const before = await scoreOf(ids.TWIN);
		const request = { splits: [], dividends: [{ ticker_id: ids.TWIN, date: SPLIT.date, amount: 5 }] };
		expect(await jobs.corporate_actions.run(request, JOB_CONTEXT)).toMatchObject({ changed: 1 });
		const after = await scoreOf(ids.TWIN);
		expect([after.version, after.z === before.z]).toEqual([before.version + 1, false]);
		const dividend = { tickerId: ids.TWIN, exDate: SPLIT.date, amount: 5 };
		await saveDividends(stores.records.db, 'files', [{ ...dividend, amount: 9 }]);
		expect(await dividendsOf(stores.records.db, 'files')).toEqual([dividend]);
		expect(await jobs.corporate_actions.run(request, JOB_CONTEXT)).toMatchObject({ changed: 0 });
	});
});

it('of an unknown ticker changes nothing', async () => {
	const request = { splits: [], dividends: [{ ticker_id: 1, date: SPLIT.date, amount: 5 }] };
	await expect(jobs.corporate_actions.run(request, JOB_CONTEXT)).rejects.toThrow('There is no ticker 1.');
});
