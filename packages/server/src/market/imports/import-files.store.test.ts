import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, type UtcMs } from '@sw/domain/time/units';
import { dateOfDay, newYorkDate } from '@sw/domain/time/zone';
import { queryDailyBars, queryTickerBars } from '@sw/store/clickhouse/bars';
import { queryMentions } from '@sw/store/clickhouse/mentions';
import { queryTickerOptions } from '@sw/store/clickhouse/options';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportAt, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { dividendsOf, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import { symbolHistoryOf } from '@sw/store/postgres/records/tickers/symbol-history';
import { ensureTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { makeZip } from '../../intake/files/testing/make-zip.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createCorrectionJobs } from '../corrections/correction-jobs.ts';
import { findExpectedSlots } from '../past/build-reports.ts';
import { createDefaultSlots } from '../timetable/slot-times.ts';
import { type ImportResult, importFiles } from './import-files.ts';
import { readShareDates } from './name-companies.ts';

let stores: Stores;
let market: ReportedMarket;
beforeAll(async () => {
	stores = await testStores();
	market = await testMarket({
		stores,
		provider: await openProvider(stores, 'files', nyse),
		wall: createFakeWallClock(),
	});
	await market.run();
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

const lines: string[] = [];

function imported(files: Record<string, string | Buffer>): Promise<ImportResult> {
	return withFiles(files, (folder) => market.importFiles(folder, {}, (line) => lines.push(line)));
}

async function idOf(symbol: string): Promise<TickerId> {
	return (await tickersOf(stores.records.db, 'files')).find((ticker) => ticker.symbol === symbol)?.id as TickerId;
}

async function reported(date: string): Promise<string[]> {
	const session = nyse.sessionOn(exchangeDate(date));
	if (!session) return [];
	const found = await reportsBetween(stores.records.db, session.open, session.close, 'reverse');
	return [...new Set(found.map(({ time }) => new Date(time).toISOString().slice(11, 16)))].sort();
}

function zip(name: string, text: string): Buffer {
	return makeZip([{ name, data: Buffer.from(text) }]);
}

const DAYS = 'symbol,date,open,high,low,close,volume\n';

describe('an import', () => {
	it('of daily bars alone makes the report of each close, and the same rows again change nothing', async () => {
		const first = await imported({
			'a.csv': `${DAYS}AAPL,2014-06-02,633,640,627,628,100\nIBM,2014-06-02,1,2,1,2,5\nAAPL,2014-06-03,628,638,628,637,90\n`,
		});
		expect(first).toMatchObject({ files: 1, added: 3, corrected: 0 });
		expect([await reported('2014-06-02'), await reported('2014-06-03')]).toEqual([['20:00'], ['20:00']]);
		expect(new Date(market.now()).toISOString()).toBe('2014-06-03T20:00:00.000Z');
		const latest = ([null, 'basic', 'premium', 'pro'] as const).map((licence) => market.reports.latest(licence)?.time);
		expect(latest.map((time) => time && new Date(time).toISOString().slice(0, 10))).toEqual([
			'2014-06-02',
			'2014-06-02',
			'2014-06-03',
			'2014-06-03',
		]);
		const second = await imported({ 'b.csv': `${DAYS}AAPL,2014-06-02,633,640,627,628,100\nAAPL,2014-06-03,628,638,628,637,91\n` });
		expect(second).toMatchObject({ files: 1, added: 0, corrected: 1 });
	});

	it('of daily bars alone expects the close alone, also when a day is built again', async () => {
		const sessions = nyse.sessionsBetween(exchangeDate('2014-06-02'), exchangeDate('2014-06-04'));
		const slotsOn = await findExpectedSlots({ stores, slotsOn: createDefaultSlots(nyse), isClockStopped: true }, sessions);
		const expected = sessions.map(({ date }) => slotsOn(date).map(({ at, algo }) => [new Date(at).toISOString().slice(11, 16), algo]));
		const close = [
			['20:00', 'reverse'],
			['20:01', 'forecast'],
		];
		expect(expected).toEqual([close, close, []]);
		const { reports } = createCorrectionJobs(market.access, () => PARAMETERS_V1);
		const context = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
		expect(await reports.run({ from: '2014-06-02', to: '2014-06-03' }, context)).toMatchObject({ looked: 2, changed: 0 });
		await expect(reports.run({ date: '2014-06-02T15:00:00Z' }, context)).rejects.toThrow('No bars are stored');
		expect([await reported('2014-06-02'), await reported('2014-06-03')]).toEqual([['20:00'], ['20:00']]);
	});

	it('into a market of a vendor or a replay is refused by the name of that market', async () => {
		const vendor = await testMarket({ stores, provider: { ...createSmallMarket(2, 3), label: 'Alpaca' }, wall: createFakeWallClock() });
		await expect(vendor.importFiles('.', {}, () => {})).rejects.toThrow('This server runs another market (Alpaca).');
	});

	it('of a LEAN folder stores minutes, option sums, splits and dividends', async () => {
		const result = await imported({
			'equity/usa/minute/aapl/20140606_trade.zip': zip(
				'20140606_aapl_minute_trade.csv',
				'34200000,6448000,6450000,6440000,6449900,100\n56700000,6449900,6450000,6440000,6448000,100\n',
			),
			'equity/usa/factor_files/aapl.csv': '20140101,0.99,0.142857,500\n20140606,0.99,0.142857,645.57\n20140806,0.99,1,95\n20501231,1,1,0\n',
			'option/usa/minute/aapl/20140606_trade_american.zip': zip(
				'20140606_aapl_minute_trade_american_call_6400000_20140719.csv',
				'34200000,1,1,1,1,5\n',
			),
		});
		expect(result).toMatchObject({ files: 3, failed: 0 });
		expect(lines.find((line) => line.includes('factor_files'))).toMatch(/1 splits, 1 dividends/);
		const id = await idOf('AAPL');
		expect(await splitsOf(stores.records.db, 'files')).toEqual([{ tickerId: id, date: '2014-06-09', ratio: 7 }]);
		expect(await dividendsOf(stores.records.db, 'files')).toEqual([{ tickerId: id, exDate: '2014-08-07', amount: 0.95 }]);
		const options = await queryTickerOptions(stores.series, id, 0, 2e9, await visibleBatches(stores.records.db));
		expect([options.count, options.calls[0], options.puts[0], options.calls[1]]).toEqual([26, 5, 0, 0]);
		expect((await reported('2014-06-06')).length).toBe(26);
	});

	it('of mentions stores hours and rebuilds what depends on their dates', async () => {
		const before = (await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse')).length;
		const result = await imported({
			'm.csv': 'symbol,time,source,mentions,retweets\nAAPL,2014-06-06T12:00Z,twitter,3,1\nAAPL,2014-06-06T19:00Z,twitter,1,0\n',
		});
		expect(result).toMatchObject({ added: 2 });
		const found = await queryMentions(stores.series, [await idOf('AAPL')], 0, 2e9, await visibleBatches(stores.records.db));
		expect([found.count, found.mentions[0], found.retweets[0]]).toEqual([2, 3, 1]);
		const after = await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse');
		expect(after.length).toBe(before);
		// Those that say something else now, and the one into which a corrected volume entered: that it reached no cell does not make it the same inputs.
		expect(after.filter(({ version }) => version > 1).map(({ time }) => newYorkDate(time))).toEqual([
			'2014-06-03',
			...Array(26).fill('2014-06-06'),
		]);
	});

	it('of a list of companies names the tickers that have bars, and gives their reports a market cap', async () => {
		const list =
			'Symbol,Name,Last Sale,Market Cap,Sector,Exchange\nAAPL,Apple Inc. Common Stock,$180,2880000000000,Technology,NASDAQ\nZZZ,Zany Corp,$1,5,None,\n';
		const close = nyse.sessionOn(exchangeDate('2014-06-06'))?.close as UtcMs;
		const capOf = async () => {
			const report = await reportAt(stores.records.db, close, 'reverse');
			const table = await queryReportRows(stores.series, close, 'reverse', report?.buildId ?? 0);
			return [report?.version, table.cap[table.tickerId.indexOf(await idOf('AAPL'))]! / table.price[0]!];
		};
		const [version] = await capOf();
		const give = () =>
			withFiles({ 'list.csv': list }, (folder) =>
				market.importFiles(folder, { asOf: exchangeDate('2023-09-18') }, (line) => lines.push(line)),
			);
		expect(await give()).toMatchObject({ files: 1, added: 0 });
		expect(lines.at(-2)).toMatch(/named +1 tickers from a list of 2 companies; shares as of 2023-09-18/);
		const known = (await tickersOf(stores.records.db, 'files')).find(({ symbol }) => symbol === 'AAPL');
		expect(known).toMatchObject({ name: 'Apple Inc.', industry: 'Technology', shares: 16e9, exchange: 'NASDAQ' });
		expect((await tickersOf(stores.records.db, 'files')).some(({ symbol }) => symbol === 'ZZZ')).toBe(false);
		// Prices are in 1/10000 dollar. Seven for one on the Monday after: on that Friday there were a seventh of the shares.
		expect(await capOf()).toEqual([Number(version) + 1, expect.closeTo(16e5 / 7, 1)]);
		await give();
		expect(lines.at(-2)).toMatch(/named +0 tickers/);
		// On another day without a date in the file it adds nothing new.
		await imported({ 'list.csv': list });
		expect(lines.at(-2)).toMatch(/named +0 tickers/);
		expect((await capOf())[0]).toBe(Number(version) + 1);
	});

	it('of a second list keeps what it does not hold, and takes the day of its shares from its column, its name or its file', async () => {
		const known = async () => (await tickersOf(stores.records.db, 'files')).find(({ symbol }) => symbol === 'AAPL');
		const stated = async () => (await readShareDates(stores.records.db, 'files')).get(await idOf('AAPL'));
		await imported({ 'shares.csv': 'Symbol,Shares Outstanding,As of\nAAPL,2000000000,2014-06-02\n' });
		expect(await known()).toMatchObject({ name: 'Apple Inc.', industry: 'Technology', shares: 2e9 });
		expect([await stated(), lines.at(-2)]).toEqual(['2014-06-02', expect.stringMatching(/named +1 tickers.*as of 2014-06-02/)]);
		await imported({ 'constituents-2014-06-03.csv': 'Symbol,Sector,Shares Outstanding\nAAPL,Hardware,2100000000\n' });
		expect(await known()).toMatchObject({ name: 'Apple Inc.', industry: 'Hardware', shares: 21e8 });
		expect(await stated()).toBe('2014-06-03');
		// Both lists in one import: the later adds to the earlier.
		await imported({
			'a-20140604.csv': 'Symbol,Name,Shares Outstanding\nAAPL,Apple Computer,2200000000\n',
			'b.csv': 'Symbol,Sector\nAAPL,Technology\n',
		});
		expect(await known()).toMatchObject({ name: 'Apple Computer', industry: 'Technology', shares: 22e8, exchange: 'NASDAQ' });
		expect(await stated()).toBe('2014-06-04');
		const close = nyse.sessionOn(exchangeDate('2014-06-06'))?.close as UtcMs;
		const report = await reportAt(stores.records.db, close, 'reverse');
		const table = await queryReportRows(stores.series, close, 'reverse', report?.buildId ?? 0);
		const row = table.tickerId.indexOf(await idOf('AAPL'));
		// Of before the split of the ninth: on the sixth they are those shares, not a seventh of them.
		expect(table.cap[row]! / table.price[row]!).toBeCloseTo(22e4, 1);
	});

	it('of Parquet takes what the CSV of the same columns would bring, and nothing of what only bears its name', async () => {
		await withFiles({ 'broken.parquet': 'PAR1 is only how it begins' }, async (folder) => {
			const rows = ['09:30', '09:45'].map(
				(at) =>
					`SELECT toDateTime64('2014-06-05 ${at}:00', 3, 'America/New_York') AS time, 'IBM' AS symbol, 186 AS open, 187 AS high, 185.5 AS low, 186.5 AS close, 1000 AS volume`,
			);
			await stores.series.bulk.run(`INSERT INTO FUNCTION file('${folder}/good.parquet', 'Parquet') ${rows.join(' UNION ALL ')}`);
			const give = () => market.importFiles(folder, {}, (line) => lines.push(line));
			expect(await give()).toMatchObject({ files: 1, failed: 1, added: 2 });
			expect(lines.find((line) => line.includes('broken.parquet'))).toMatch(/FAILED.*damaged.*parquet/i);
			expect(await give()).toMatchObject({ files: 0, known: 1, added: 0 });
		});
		const bars = await queryTickerBars(stores.series, await idOf('IBM'), 0, 2e9, await visibleBatches(stores.records.db));
		expect(Array.from(bars.time.subarray(0, bars.count), (time) => new Date(time * 1000).toISOString())).toEqual([
			'2014-06-05T13:30:00.000Z',
			'2014-06-05T13:45:00.000Z',
		]);
		expect(bars.low[1]).toBe(185.5);
	});

	it('keeps the renames in a folder: bars imported later under an old symbol find their company, without its map', async () => {
		const mapFiles = { 'map_files/meta.csv': '20120518,fb,Q\n20220608,fb,Q\n20501231,meta,Q\n' };
		await imported({ ...mapFiles, 'new.csv': `${DAYS}META,2022-06-09,190,191,189,190,7\n` });
		const later = await imported({ 'old.csv': `${DAYS}FB,2022-06-07,190,191,189,190,7\nFB,2022-06-10,1,1,1,1,1\n` });
		expect(later).toMatchObject({ added: 1, rejects: 1 });
		expect(lines.join('\n')).toMatch(/line 3: the symbol belonged to another company/);
		expect(await idOf('FB')).toBeUndefined();
		expect(
			(await symbolHistoryOf(stores.records.db, 'files')).map(({ symbol, since, until, currentSymbol }) => [
				symbol,
				since,
				until,
				currentSymbol,
			]),
		).toEqual([
			['FB', '2012-05-18', '2022-06-09', 'META'],
			['META', '2022-06-09', null, 'META'],
		]);
	});

	it('keeps the renames of map files that come first, alone: the company is one ticker, whichever of its bars come later', async () => {
		await imported({ 'map_files/cpay.csv': '20101215,flt,N\n20210321,flt,N\n20501231,cpay,N\n' });
		expect([await idOf('FLT'), await idOf('CPAY')]).toEqual([undefined, undefined]);
		await imported({ 'old.csv': `${DAYS}FLT,2021-03-19,300,301,299,300,7\n` });
		await imported({ 'new.csv': `${DAYS}CPAY,2021-03-22,301,302,300,301,7\n` });
		expect(await idOf('FLT')).toBeUndefined();
		const found = await queryDailyBars(stores.series, [await idOf('CPAY')], 0, 60_000, await visibleBatches(stores.records.db));
		expect(Array.from(found.day.subarray(0, found.count), (day) => dateOfDay(day))).toEqual(['2021-03-19', '2021-03-22']);
		expect(
			(await symbolHistoryOf(stores.records.db, 'files'))
				.filter(({ currentSymbol }) => currentSymbol === 'CPAY')
				.map(({ symbol, since, until }) => [symbol, since, until]),
		).toEqual([
			['FLT', '2010-12-15', '2021-03-22'],
			['CPAY', '2021-03-22', null],
		]);
	});

	it('says of a broken file why, and takes nothing of it', async () => {
		const result = await imported({
			'x.zip': Buffer.from('not a zip archive at all, but long enough'),
			'c.csv': `${DAYS}MSFT,2014-06-02,41,41,40,40.8,10\n`,
		});
		expect(result).toMatchObject({ files: 1, failed: 1, added: 1 });
		expect(lines.find((line) => line.includes('x.zip'))).toMatch(/FAILED.*damaged/);
	});
});

describe('two files of one import that are of one ticker and time', () => {
	const day = (close: number): string => `date,open,high,low,close,volume\n2014-05-27,10,12,9,${close},50\n`;
	const bar = (symbol: string, close: number): string =>
		`symbol,time,open,high,low,close,volume\n${['14:00', '14:15', '14:30'].map((at) => `${symbol},2014-05-27T${at}:00Z,10,12,9,${close},50\n`).join('')}`;

	it.each([
		['daily bars', { 'a/dup.csv': day(11), 'b/dup-data.csv': `symbol,${day(12).replace('\n2', '\nDUP,2')}` }, 'DUP'],
		['bars', { 'a.csv': bar('BRK.B', 11), 'b.csv': bar('BRK-B', 12) }, 'BRK.B'],
	])('of %s with other values: the second fails by name and the first stays', async (_kind, files, symbol) => {
		const result = await imported(files);
		expect(result).toMatchObject({ files: 1, failed: 1, corrected: 0 });
		expect(lines.findLast((line) => line.startsWith('FAILED'))).toMatch(
			new RegExp(
				`Its values differ from those of another file in this import\\. ${symbol.replace('.', '\\.')} on 2014-05-27 is also in .*a.*csv`,
			),
		);
	});

	it('are refused too where the first of them repeats what is stored', async () => {
		await imported({ 'k.csv': bar('KEPT', 11) });
		const result = await imported({ 'k1.csv': `${bar('KEPT', 11)}\n`, 'k2.csv': bar('KEPT', 11.5) });
		expect(result).toMatchObject({ files: 1, failed: 1, corrected: 0 });
		expect(lines.findLast((line) => line.startsWith('FAILED'))).toMatch(/KEPT on 2014-05-27 is also in .*k1\.csv/);
	});

	it.each([
		['15 min first', 'MNTH', 'a.csv', 'b.csv', /2 bars replace those of .*a\.csv, which has longer bars/],
		['1 min first', 'MNTQ', 'b.csv', 'a.csv', /2 bars left out: .*a\.csv has shorter bars for the same times/],
	])('with bars of another length, %s: the shorter bars count, and a line says so', async (_order, symbol, long, short, line) => {
		const head = 'symbol,time,open,high,low,close,volume\n';
		const minutes = (from: number, close: number): string =>
			Array.from({ length: 15 }, (_, i) => `${symbol},2014-05-27T14:${from + i}:00Z,10,12,9,${close},5\n`).join('');
		const result = await imported({ [long]: bar(symbol, 11), [short]: `${head}${minutes(15, 11.5)}${minutes(30, 11.5)}` });
		expect(result).toMatchObject({ files: 2, failed: 0 });
		expect(lines.join('\n')).toMatch(line);
		const id = await idOf(symbol);
		const bars = await queryTickerBars(stores.series, id, 0, 2e9, await visibleBatches(stores.records.db));
		expect([...bars.close.subarray(0, bars.count)]).toEqual([11, 11.5, 11.5]);
	});

	it('with the same values are taken, and a later import may correct', async () => {
		expect(await imported({ 'x.csv': bar('SAME', 11), 'y.csv': `${bar('SAME.US', 11)}\n` })).toMatchObject({
			files: 2,
			failed: 0,
			added: 3,
		});
		expect(await imported({ 'z.csv': bar('SAME', 12) })).toMatchObject({ files: 1, corrected: 3 });
	});

	it('join the ticker that an earlier version stored in another spelling, which is replaced', async () => {
		const old = { name: 'HVT-A', type: 'stocks', industry: null, shares: null, listed: null, delisted: null } as const;
		const ids = await ensureTickers(stores.records.db, 'files', [{ ...old, symbol: 'HVT-A' }]);
		await imported({ 'h.csv': bar('HVT/A', 11) });
		expect([await idOf('HVT.A'), await idOf('HVT-A')]).toEqual([ids.get('HVT-A'), undefined]);
	});
});

describe('the reports of an import', () => {
	const quarters = (date: string, clocks: readonly string[], price: number) =>
		clocks.map((at) => `AAPL,${date}T${at}:00Z,${price},${price + 1},${price - 1},${price},500\n`).join('');
	const table = (rows: string) => ({ 'q.csv': `symbol,time,open,high,low,close,volume\n${rows}` });

	it('cover the slots of a morning that a file ends in, and the rest when that comes', async () => {
		await imported(table(quarters('2023-06-21', ['14:00', '14:15', '14:30'], 90)));
		expect(await reported('2023-06-21')).toEqual(['14:15', '14:30', '14:45']);
		expect(new Date(market.now()).toISOString()).toBe('2023-06-21T14:45:00.000Z');
		expect(market.reports.newest()?.time).toBe(Date.UTC(2023, 5, 21, 14, 45));
		await imported(table(quarters('2023-06-21', ['14:30', '14:45', '15:00'], 90)));
		expect(await reported('2023-06-21')).toEqual(['14:15', '14:30', '14:45', '15:00', '15:15']);
		const stored = await reportsBetween(stores.records.db, Date.UTC(2023, 5, 21) as UtcMs, Date.UTC(2023, 5, 22) as UtcMs, 'reverse');
		expect(stored.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
	});

	it('take a symbol for an index until it has volume, whichever came first', async () => {
		const row = (date: string, volume: number) => `symbol,date,open,high,low,close,volume\nVIXY,${date},10,11,9,10,${volume}\n`;
		const kindOf = async () => (await tickersOf(stores.records.db, 'files')).find(({ symbol }) => symbol === 'VIXY')?.type;
		await imported({ 'a.csv': row('2014-06-24', 0) });
		expect(await kindOf()).toBe('index');
		// A file without bars says nothing of what the ticker is.
		await imported({ 'list.csv': 'Symbol,Name,Sector\nVIXY,Short-Term Futures,Finance\n' });
		expect(await kindOf()).toBe('index');
		await imported({ 'b.csv': row('2014-06-25', 50) });
		expect(await kindOf()).toBe('stocks');
		await imported({ 'c.csv': row('2014-06-26', 0) });
		expect(await kindOf()).toBe('stocks');
	});

	it('are rebuilt when bars of earlier sessions arrive later, and only those that depend on them', async () => {
		const before = await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse');
		await imported(table(quarters('2023-06-20', ['14:00', '14:15'], 89)));
		const versions = new Map(before.map(({ time, version }) => [time, version]));
		const after = await reportsBetween(stores.records.db, 0 as UtcMs, 2e12 as UtcMs, 'reverse');
		const moved = after.filter(({ time, version }) => version > (versions.get(time) ?? 0));
		expect(new Set(moved.map(({ time }) => newYorkDate(time)))).toEqual(new Set(['2023-06-20', '2023-06-21']));
	});
});

describe('a start that finds reports still to be built', () => {
	it('lets a file that comes at once wait for them: none is built or published twice', async () => {
		const minutes = (date: string) => ['13:30', '13:45', '14:00'].map((at) => `AAPL,${date}T${at}:00Z,10,11,9,10,500`).join('\n');
		const table = (date: string) => ({ [`${date}.csv`]: `symbol,time,open,high,low,close,volume\n${minutes(date)}\n` });
		// As a kill between the two leaves it: bars that were taken, and no report of them.
		await withFiles(table('2014-06-11'), (folder) =>
			importFiles(stores, folder, { interval: 15, stamp: 'start', calendar: nyse }, () => {}),
		);
		const restarted = await testMarket({
			stores,
			provider: await openProvider(stores, 'files', nyse),
			wall: createFakeWallClock(),
		});
		const running = restarted.run();
		await withFiles(table('2014-06-12'), (folder) => restarted.importFiles(folder, { interval: 15, stamp: 'start' }, () => {}));
		await running;
		await restarted.stop();
		const reports = await reportsBetween(stores.records.db, Date.UTC(2014, 5, 11) as UtcMs, Date.UTC(2014, 5, 13) as UtcMs, 'reverse');
		// None is later than the three slots that have bars.
		expect([reports.length, new Set(reports.map(({ version }) => version))]).toEqual([2 * 3, new Set([1])]);
	});
});
