import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DailyBlock } from '@sw/domain/prices/blocks';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_QUARANTINE, Z_PER_ROW } from '@sw/domain/signals/report-table';
import { itWhere } from '@sw/domain/testing/it-where';
import { exchangeDate, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { dateOfDay } from '@sw/domain/time/zone';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createFilesProvider } from '../../intake/files/files-provider.ts';
import { importAll, withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext, JsonObject } from '../../platform/jobs/definition.ts';
import { createCorrectionJobs } from './correction-jobs.ts';
import { findQuarantinedTickers } from './quarantine.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const BARS = resolve(DATA, 'intraday/multi-timeframe-2017-2023');
const LEAN = resolve(DATA, 'lean/equity/usa/daily/aapl.zip');
const present = existsSync(BARS) && existsSync(LEAN);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
let stores: Stores;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;
beforeAll(async () => {
	stores = await testStores();
	market = await testMarket({
		stores,
		provider: createFilesProvider({ tickers: () => tickersOf(stores.records.db, 'files'), end: 0 as UtcMs }),
		wall: createFakeWallClock(),
	});
	await market.run();
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

/** The 15-minute rows of a symbol between two dates, and (divided by what is still to come of splits) the same prices without jumps. */
function rowsOf(symbol: string, from: string, to: string, splits: readonly { date: string; ratio: number }[]) {
	const [head = '', ...lines] = gunzipSync(readFileSync(resolve(BARS, `${symbol}USUSD_M15.csv.gz`)))
		.toString('utf8')
		.trim()
		.split(/\r?\n/);
	const kept = lines.filter((line) => line >= from && line < to);
	const smooth = kept.map((line) => {
		const [time = '', ...cells] = line.split('\t');
		const ratio = splits.reduce((product, split) => (time.slice(0, 10) < split.date ? product * split.ratio : product), 1);
		const [open, high, low, close, volume] = cells.map(Number) as [number, number, number, number, number];
		return [time, open / ratio, high / ratio, low / ratio, close / ratio, volume * ratio].join('\t');
	});
	return { raw: [head, ...kept].join('\n'), smooth: [head, ...smooth].join('\n') };
}

function imported(files: Record<string, string | Buffer>) {
	return withFiles(files, (folder) => market.importFiles(folder, {}, () => {}));
}

async function run(kind: keyof ReturnType<typeof createCorrectionJobs>, request: JsonObject): Promise<JsonObject> {
	return jobs[kind].run(request, JOB_CONTEXT);
}

async function idOf(symbol: string): Promise<TickerId> {
	return (await tickersOf(stores.records.db, 'files')).find((ticker) => ticker.symbol === symbol)?.id as TickerId;
}

function inForce(from: string, to: string): Promise<ReportRecord[]> {
	return reportsBetween(stores.records.db, Date.parse(from) as UtcMs, Date.parse(to) as UtcMs, 'reverse');
}

const tables = new Map<string, ReturnType<typeof queryReportRows>>();

/** What a report says of a ticker: its price z on each timeframe, and whether it is in quarantine. */
async function readingOf(record: ReportRecord, id: TickerId) {
	const table = await tableOf(record);
	const row = table.tickerId.indexOf(id);
	return {
		z: Array.from({ length: 5 }, (_, tf) => table.z[((tf * Z_PER_ROW) / 5) * table.count + row]!),
		quarantine: (table.flags[row]! & FLAG_QUARANTINE) !== 0,
	};
}

/** The rows of a report, which never change, read once. */
function tableOf({ time, algo, buildId }: ReportRecord): ReturnType<typeof queryReportRows> {
	const key = `${buildId} ${time}`;
	const table = tables.get(key) ?? queryReportRows(stores.series, time, algo, buildId);
	tables.set(key, table);
	return table;
}

/** Largest difference of price z between two tickers over the reports; cells that neither has do not count, one that one alone has is infinite. */
async function apart(records: readonly ReportRecord[], one: TickerId, other: TickerId) {
	let [worst, cells] = [0, 0];
	const timeframes = new Set<number>();
	for (const record of records) {
		const [a, b] = [await readingOf(record, one), await readingOf(record, other)];
		expect(a.quarantine).toBe(b.quarantine);
		a.z.forEach((z, tf) => {
			const twin = b.z[tf]!;
			if (Number.isNaN(z) && Number.isNaN(twin)) return;
			cells++;
			timeframes.add(tf);
			const distance = Math.abs(z - twin);
			worst = Math.max(worst, Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance);
		});
	}
	// A timeframe that is nowhere warm would be continuous by saying nothing.
	expect(timeframes.size).toBe(5);
	return { worst, cells };
}

interface Checked {
	items: { ticker: string; date: string; state: string; ratio: number | null; jump: { candidates: number[] } | null }[];
}

async function checked(from: string, to: string) {
	return ((await run('splits_check', { from, to })) as unknown as Checked).items.map(({ ticker, date, state, ratio, jump }) => ({
		ticker,
		date,
		state,
		ratio,
		candidates: jump?.candidates ?? null,
	}));
}

/** Every timeframe's window is half full at the split: enough for a depth on each, and as few reports as that takes. */
const FROM_2020 = '2020-06-15';

describe('the unannounced splits of AAPL and TSLA on 2020-08-31', () => {
	const aapl = { date: '2020-08-31', ratio: 4 };
	const tsla = { date: '2020-08-31', ratio: 5 };
	const after = () => inForce('2020-08-31', '2020-09-10');

	itWithData('are found, and keep their tickers from having depths', async () => {
		const [a, t] = [rowsOf('AAPL', FROM_2020, '2020-09-04', [aapl]), rowsOf('TSLA', FROM_2020, '2020-09-04', [tsla])];
		await imported({
			'AAPLUSUSD_M15.csv': a.raw,
			'TSLAUSUSD_M15.csv': t.raw,
			'SMOOTHAUSUSD_M15.csv': a.smooth,
			'SMOOTHTUSUSD_M15.csv': t.smooth,
		});
		const found = await checked(FROM_2020, '2020-09-04');
		expect(found.map(({ ticker, date, state }) => [ticker, date, state])).toEqual([
			['AAPL', '2020-08-31', 'suspected'],
			['TSLA', '2020-08-31', 'suspected'],
		]);
		expect(found[0]?.candidates).toContain(4);
		expect(found[1]?.candidates).toContain(5);
		const last = (await after()).at(-1) as ReportRecord;
		for (const symbol of ['AAPL', 'TSLA']) {
			const reading = await readingOf(last, await idOf(symbol));
			expect([reading.quarantine, reading.z.every(Number.isNaN)]).toEqual([true, true]);
		}
		const table = await market.reports.table(market.reports.newest() as NonNullable<ReturnType<typeof market.reports.newest>>);
		const [parts, report] = [await market.access.createParts(), table as NonNullable<typeof table>];
		const quarantined = await findQuarantinedTickers(parts, report);
		expect(quarantined.items.map(({ jump }) => jump?.date)).toEqual(['2020-08-31', '2020-08-31']);
		expect(await findQuarantinedTickers(parts, report, { skip: 1, max: 1 })).toEqual({ items: [quarantined.items[1]], total: 2 });
	});

	itWithData('leave continuous depths once they are applied: those of prices that never jumped', async () => {
		const before = (await after()).length;
		const apply = [
			{ ticker_id: await idOf('AAPL'), ...aapl },
			{ ticker_id: await idOf('TSLA'), ...tsla },
		];
		const result = await run('splits', { apply, revoke: [], dismiss: [] });
		expect(result).toMatchObject({ changed: 2, rebuilt: { looked: before, changed: before } });
		const records = await after();
		expect([records.length, new Set(records.map(({ version }) => version))]).toEqual([before, new Set([2])]);
		for (const [symbol, twin] of [
			['AAPL', 'SMOOTHA'],
			['TSLA', 'SMOOTHT'],
		] as const) {
			const { worst, cells } = await apart(records, await idOf(symbol), await idOf(twin));
			expect(cells).toBeGreaterThan(records.length);
			expect(worst).toBeLessThan(1e-3);
		}
		expect((await checked('2020-08-01', '2020-09-04')).map(({ state, ratio }) => [state, ratio])).toEqual([
			['applied', 4],
			['applied', 5],
		]);
	});

	itWithData('change nothing when they are applied again, and can be taken back', async () => {
		const [id, place] = [await idOf('AAPL'), { ticker_id: await idOf('AAPL'), date: '2020-08-31' }];
		expect(await run('splits', { apply: [{ ...place, ratio: 4 }], revoke: [], dismiss: [] })).toMatchObject({
			changed: 0,
			rebuilt: { looked: 0, changed: 0 },
		});
		await run('splits', { apply: [], revoke: [place], dismiss: [] });
		const back = (await after()).at(-1) as ReportRecord;
		expect([back.version, (await readingOf(back, id)).quarantine]).toEqual([3, true]);
		expect((await checked('2020-08-31', '2020-09-04')).map(({ state }) => state)).toEqual(['suspected', 'applied']);
		await run('splits', { apply: [], revoke: [], dismiss: [place] });
		const genuine = await readingOf((await after()).at(-1) as ReportRecord, id);
		expect([genuine.quarantine, genuine.z.some((z) => Math.abs(z) > 5)]).toEqual([false, true]);
		expect((await checked('2020-08-31', '2020-09-04')).map(({ state }) => state)).toEqual(['dismissed', 'applied']);
	});
});

describe('other real splits', () => {
	itWithData('TSLA 3:1 of 2022-08-25 is found and leaves continuous depths once it is applied', async () => {
		const split = { date: '2022-08-25', ratio: 3 };
		const rows = rowsOf('TSLA', '2022-06-13', '2022-08-31', [split]);
		await imported({ 'TSLAUSUSD_M15.csv': rows.raw, 'SMOOTHTUSUSD_M15.csv': rows.smooth });
		const found = await checked('2022-06-13', '2022-08-31');
		expect(found.map(({ ticker, date, state, candidates }) => [ticker, date, state, candidates?.[0]])).toEqual([
			['TSLA', '2022-08-25', 'suspected', 3],
		]);
		const last = (await inForce('2022-08-25', '2022-09-01')).at(-1) as ReportRecord;
		expect((await readingOf(last, await idOf('TSLA'))).quarantine).toBe(true);
		await run('splits', { apply: [{ ticker_id: await idOf('TSLA'), ...split }], revoke: [], dismiss: [] });
		const { worst, cells } = await apart(await inForce('2022-08-25', '2022-09-01'), await idOf('TSLA'), await idOf('SMOOTHT'));
		expect(cells).toBeGreaterThan(100);
		expect(worst).toBeLessThan(1e-3);
	});

	itWithData('AAPL 7:1 of 2014-06-09 is found in daily bars and leaves a continuous depth of the day once it is applied', async () => {
		// Without its factor file, which would announce the split, and of its 23 years only as much as a day's depth looks back.
		const [file] = await withFiles({ 'equity/usa/daily/aapl.zip': readFileSync(LEAN) }, (folder) => importAll(folder));
		const daily = file?.blocks[0]?.daily as DailyBlock;
		const lines = Array.from({ length: daily.count }, (_, i) => {
			const prices = [daily.open, daily.high, daily.low, daily.close, daily.volume].map((column) => column[i]);
			return ['AAPL', dateOfDay(daily.day[i]!), ...prices].join();
		}).filter((line) => line > 'AAPL,2014-02' && line < 'AAPL,2014-07');
		await imported({ 'daily.csv': `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n` });
		const found = await checked('2014-01-01', '2014-12-31');
		expect(found.map(({ ticker, date, state, candidates }) => [ticker, date, state, candidates?.[0]])).toEqual([
			['AAPL', '2014-06-09', 'suspected', 7],
		]);
		const close = async () => (await inForce('2014-06-09', '2014-06-10')).at(-1) as ReportRecord;
		const id = await idOf('AAPL');
		expect((await readingOf(await close(), id)).quarantine).toBe(true);
		await run('splits', { apply: [{ ticker_id: id, date: exchangeDate('2014-06-09'), ratio: 7 }], revoke: [], dismiss: [] });
		const reading = await readingOf(await close(), id);
		expect(reading.quarantine).toBe(false);
		// Up 1.6 % on a stock that moves as much on an ordinary day.
		expect(Math.abs(reading.z[4]!)).toBeLessThan(4);
	});
});
