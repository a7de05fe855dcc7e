import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { symbolHistoryOf } from '@sw/store/postgres/records/tickers/symbol-history';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { TICKER_COLUMNS } from '@sw/store/testing/ticker-places';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { createVerifyParts } from '../../compose/core/research-store.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { verifyReport } from '../../reports/recompute/verify-report.ts';
import { createStoredCheck } from '../stored/stored-check.ts';
import { createCorrectionJobs } from './correction-jobs.ts';

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
const USER = '00000000-0000-4000-8000-000000000001';
const FROM = '2014-05-01';
const RENAMED = '2014-06-02';
const TO = '2014-06-20';

let stores: Stores;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;
beforeEach(async () => {
	stores = await testStores();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
	await market.run();
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
	await stores.records.pool.query(
		`insert into users (id, email, email_key, role, status, created_at)
		values ('${USER}', 'ann@example.test', 'ann@example.test', 'user', 'active', now())`,
	);
});
afterEach(async () => {
	await market?.stop();
	await stores?.close();
});

/** Daily bars of tickers over a span, each with prices of its own. */
function daysOf(span: [from: string, to: string], ...symbols: string[]): string {
	const lines = nyse.sessionsBetween(exchangeDate(span[0]), exchangeDate(span[1])).flatMap(({ date, ordinal }) =>
		symbols.map((symbol) => {
			const price = 20 + (symbol.codePointAt(0) ?? 0) + (ordinal % 7);
			return `${symbol},${date},${price},${price + 1},${price - 1},${price},${9_000 + ordinal}`;
		}),
	);
	return `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

function imported(files: Record<string, string>) {
	return withFiles(files, (folder) => market.importFiles(folder, {}, () => {}));
}

async function idOf(symbol: string): Promise<TickerId> {
	return (await tickersOf(stores.records.db, 'files')).find((ticker) => ticker.symbol === symbol)?.id as TickerId;
}

function reports() {
	return reportsBetween(stores.records.db, utcMs(Date.parse(FROM)), utcMs(Date.parse(TO) + 86_400_000), 'reverse');
}

/** Each report's prices by ticker id, without the fields that differ between versions. */
async function contents() {
	return Promise.all(
		(await reports()).map(async (record) => {
			const { tickerId, price, words, z } = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
			return { time: record.time, tickers: [...tickerId], price: [...price], words: words.map((one) => [...one]), z: [...z] };
		}),
	);
}

/** The number of reports that name each ticker. */
async function symbolsOf(): Promise<Map<number, number>> {
	const seen = new Map<number, number>();
	for (const { tickers } of await contents()) for (const id of tickers) seen.set(id, (seen.get(id) ?? 0) + 1);
	return seen;
}

async function owned(table: string): Promise<number[]> {
	return (await stores.records.pool.query(`select ticker_id from ${table} order by ticker_id`)).rows.map(({ ticker_id }) => ticker_id);
}

async function own(id: number): Promise<void> {
	await stores.records.pool.query(`insert into favorite_tickers values ('${USER}', ${id}, now())`);
	await stores.records.pool.query(`insert into frozen_tickers (user_id, ticker_id, since) values ('${USER}', ${id}, now())`);
	await stores.records.pool.query(`insert into price_levels values ('${USER}', ${id}, '[]', '2014-06-02', now())`);
	await stores.records.pool.query(
		`insert into watchlists (user_id, name, position, created_at) values ('${USER}', 'x', 1, now()) on conflict do nothing`,
	);
	await stores.records.pool.query(`insert into watchlist_tickers select id, ${id}, 1 from watchlists`);
	await stores.records.pool.query(`insert into issuers (ticker_id, since, cik) values (${id}, now(), ${id})`);
	await stores.records.pool.query(
		`insert into script_params (timeframes, ticker_id, params, created_at, updated_at) values ('{}', ${id}, '{"chart_days":5}', now(), now())`,
	);
	await stores.records.pool.query(
		`insert into search_tasks (user_id, name, question, state, created_at, updated_at) values ('${USER}', 'x', '{"ticker":${id},"to":"2014-06-02"}', 'done', now(), now())`,
	);
	await stores.records.pool.query(
		`insert into search_parts (task_id, ticker_id, time, entry, words, lit, rate, tier, reconstructed, pending, hits, excess, base)
		select max(id), ${id}, now(), now(), '{}', 0, 0, 0, true, 0, '{}', '{}', '{}' from search_tasks`,
	);
	await stores.records.pool.query(
		`insert into decisions (user_id, ticker_id, kind, direction, strategy, horizon, tags, note, made_at, created_at)
		values ('${USER}', ${id}, 'took', 'long', 'first', 5, '{}', '', now(), now())`,
	);
	await stores.records.pool.query(
		`insert into messages (user_id, kind, key, entered, "left", told, subject, content, created_at)
		values ('${USER}', 'house', 'of ${id}', '{${id},7777}', '{${id}}', '{${id}}', '', '{}', now())`,
	);
	// An alert on the ticker, and one on all favourites that fired at it.
	await stores.records.pool.query(
		`insert into ticker_alerts (user_id, ticker_id, condition, basis, since, repeat, cool_down, note, created_at, last_ticker_id)
		values ('${USER}', ${id}, '{}', '2014-06-02', now(), 'once', 0, '', now(), null), ('${USER}', null, '{}', '2014-06-02', now(), 'every', 0, '', now(), ${id})`,
	);
	await stores.records.pool.query(
		`insert into session_members (provider, date, ticker_ids, symbols) values ('massive', '2014-06-02', '{${id}}', '{X}')
		on conflict (provider, date) do update set ticker_ids = session_members.ticker_ids || excluded.ticker_ids,
			symbols = session_members.symbols || excluded.symbols`,
	);
	await stores.records.pool.query(
		`insert into alert_firings (alert_id, ticker_id, occasion, report_time, report_version) select max(id), ${id}, 'x', now(), 1 from ticker_alerts`,
	);
}

const OWNED = ['favorite_tickers', 'frozen_tickers', 'price_levels', 'watchlist_tickers', 'issuers', 'script_params'];

/** The places that still name a ticker. */
async function placesOf(id: number): Promise<string[]> {
	const found: string[] = [];
	for (const { column } of TICKER_COLUMNS) {
		const [table, name] = column.split('.') as [string, string];
		const { rows } = await stores.records.pool.query(`select to_jsonb("${name}") as value from ${table}`);
		const names = ({ value }: { value: unknown }): boolean => [(value as { ticker?: number } | null)?.ticker ?? value].flat().includes(id);
		if (rows.some(names)) found.push(column);
	}
	return found;
}

function placesAfter(act: 'merge' | 'removal', ...stays: string[]): string[] {
	return TICKER_COLUMNS.filter((place) => stays.includes(place[act])).map(({ column }) => column);
}

async function expectValidReport(): Promise<void> {
	expect(await createStoredCheck(stores).checkAll()).toEqual([]);
	const provider = await openProvider(stores, 'files', nyse);
	for (const record of (await reports()).filter((_, i) => i % 9 === 0)) {
		const verdict = await verifyReport(createVerifyParts({ stores, provider, calendar: nyse }), record);
		expect(verdict).toMatchObject({ identical: true, sameInputs: true });
	}
}

describe('a ticker that is removed', () => {
	const MARKET = { 'market.csv': daysOf([FROM, TO], 'AAA', 'BBB') };

	it('leaves a market as if it had never been imported', async () => {
		await imported(MARKET);
		const without = await contents();
		await imported({ 'wrong.csv': daysOf([FROM, RENAMED], 'WRNG') });
		const [x, a] = [await idOf('WRNG'), await idOf('AAA')];
		await own(x);
		await own(a);
		await jobs.splits.run({ apply: [{ ticker_id: x, date: '2014-05-12', ratio: 2 }], revoke: [], dismiss: [] }, JOB_CONTEXT);
		expect((await contents()).some(({ tickers }) => tickers.includes(x))).toBe(true);

		const result = await jobs.remove_ticker.run({ ticker_id: x, ticker: 'WRNG' }, JOB_CONTEXT);
		expect(result['removed']).toMatchObject({ rows: 22, splits: 1, favorites: 1, frozen: 1, levels: 1 });
		expect(await contents()).toEqual(without);
		expect([await idOf('WRNG'), market.directory.bySymbol('WRNG')]).toEqual([undefined, undefined]);
		for (const table of OWNED) expect(await owned(table)).toEqual([a]);
		expect(await placesOf(x)).toEqual(placesAfter('removal', 'marked', 'kept').filter((column) => column !== 'visitor_views.tickers'));
		const { rows } = await stores.records.pool.query(`select state, note from search_tasks where question ->> 'ticker' = '${x}'`);
		expect(rows).toEqual([{ state: 'failed', note: 'Its ticker was removed by an administrator.' }]);
		expect(await splitsOf(stores.records.db, 'files')).toEqual([]);
		await expectValidReport();
	});

	it('is removed once, and its file can be imported again under a new number', async () => {
		const files = { 'wrong.csv': daysOf([FROM, RENAMED], 'WRNG') };
		await imported({ ...MARKET, ...files });
		const x = await idOf('WRNG');
		await jobs.remove_ticker.run({ ticker_id: x, ticker: 'WRNG' }, JOB_CONTEXT);
		expect(await jobs.remove_ticker.run({ ticker_id: x, ticker: 'WRNG' }, JOB_CONTEXT)).toMatchObject({
			removed: null,
			rebuilt: { looked: 0 },
		});
		expect(await imported(files)).toMatchObject({ files: 1, known: 0, added: 22 });
		expect([x, undefined]).not.toContain(await idOf('WRNG'));
		await jobs.remove_ticker.run({ ticker_id: await idOf('WRNG'), ticker: 'WRNG' }, JOB_CONTEXT);
		expect(await idOf('WRNG')).toBeUndefined();
		await expectValidReport();
	});

	it('of a file with others leaves theirs', async () => {
		await imported(MARKET);
		await jobs.remove_ticker.run({ ticker_id: await idOf('AAA'), ticker: 'AAA' }, JOB_CONTEXT);
		const [b] = [await idOf('BBB')];
		expect((await contents()).map(({ tickers }) => tickers)).toEqual((await reports()).map(() => [b]));
		await expectValidReport();
	});

	it('may be the only one: its reports are empty from then on, and a later import is shown', async () => {
		await imported({ 'only.csv': daysOf([FROM, TO], 'WRNG') });
		await jobs.remove_ticker.run({ ticker_id: await idOf('WRNG'), ticker: 'WRNG' }, JOB_CONTEXT);
		expect((await contents()).flatMap(({ tickers }) => tickers)).toEqual([]);
		await imported({ 'market.csv': daysOf([FROM, TO], 'AAA') });
		expect(await symbolsOf()).toEqual(new Map([[await idOf('AAA'), (await reports()).length]]));
		await expectValidReport();
	});

	it('that was in quarantine leaves every later report', async () => {
		await imported(MARKET);
		const without = await contents();
		const jumped = daysOf([FROM, '2014-05-09'], 'WRNG').replace(/WRNG,2014-05-09.*/, 'WRNG,2014-05-09,900,901,899,900,9000');
		await imported({ 'wrong.csv': jumped });
		await jobs.remove_ticker.run({ ticker_id: await idOf('WRNG'), ticker: 'WRNG' }, JOB_CONTEXT);
		expect(await contents()).toEqual(without);
		await expectValidReport();
	});
});

async function history() {
	return (await symbolHistoryOf(stores.records.db, 'files')).map(({ symbol, since, until, currentSymbol }) => [
		symbol,
		since,
		until,
		currentSymbol,
	]);
}

const SPANS = [
	['FLT', '1900-01-01', RENAMED, 'CPAY'],
	['CPAY', RENAMED, null, 'CPAY'],
];
const FLT_DAYS = daysOf([FROM, '2014-05-30'], 'FLT');
const CPAY_DAYS = daysOf([RENAMED, TO], 'CPAY');
const RENAME = { from: 'FLT', to: 'CPAY', date: RENAMED };

describe('a ticker that is renamed', () => {
	it('where both symbols were imported is one ticker with the whole history', async () => {
		await imported({ 'flt.csv': FLT_DAYS });
		await imported({ 'cpay.csv': CPAY_DAYS });
		const [flt, cpay] = [await idOf('FLT'), await idOf('CPAY')];
		await own(flt);
		await jobs.splits.run({ apply: [{ ticker_id: flt, date: '2014-05-12', ratio: 2 }], revoke: [], dismiss: [] }, JOB_CONTEXT);
		expect(await jobs.rename_ticker.run(RENAME, JOB_CONTEXT)).toMatchObject({ moved: 21 });
		expect([await idOf('FLT'), await idOf('CPAY')]).toEqual([undefined, cpay]);
		expect(await symbolsOf()).toEqual(new Map([[cpay, (await reports()).length]]));
		expect(await history()).toEqual(SPANS);
		for (const table of OWNED) expect(await owned(table)).toEqual([cpay]);
		expect(await placesOf(flt)).toEqual(['tickers.id']);
		expect(await placesOf(cpay)).toEqual(placesAfter('merge', 'moved', 'kept').filter((column) => !/dividends|visitor_views/.test(column)));
		expect((await splitsOf(stores.records.db, 'files')).map(({ tickerId }) => tickerId)).toEqual([cpay]);
		expect(market.directory.bySymbol('CPAY')?.id).toBe(cpay);
		await expectValidReport();

		expect(await jobs.rename_ticker.run(RENAME, JOB_CONTEXT)).toMatchObject({ moved: 0, rebuilt: { looked: 0 } });
		expect(await history()).toEqual(SPANS);
		// The file of the old symbol brings nothing new, and no ticker.
		expect(await imported({ 'flt.csv': FLT_DAYS })).toMatchObject({ added: 0, corrected: 0 });
		expect(await idOf('FLT')).toBeUndefined();
	});

	it.each([
		['the old', 'flt.csv', FLT_DAYS, 'cpay.csv', CPAY_DAYS],
		['the new', 'cpay.csv', CPAY_DAYS, 'flt.csv', FLT_DAYS],
	])('where only %s symbol was imported takes the bars of the other', async (_which, first, days, second, later) => {
		await imported({ [first]: days });
		expect(await jobs.rename_ticker.run(RENAME, JOB_CONTEXT)).toMatchObject({ moved: 0 });
		expect(await history()).toEqual(SPANS);
		await imported({ [second]: later });
		expect(await symbolsOf()).toEqual(new Map([[await idOf('CPAY'), (await reports()).length]]));
		expect(await idOf('FLT')).toBeUndefined();
	});

	it('is named: one symbol at least is a ticker', async () => {
		await expect(jobs.rename_ticker.run(RENAME, JOB_CONTEXT)).rejects.toThrow('There is no ticker FLT and no ticker CPAY.');
	});
});
