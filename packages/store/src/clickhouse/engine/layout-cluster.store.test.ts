import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createBreadthCounts } from '@sw/domain/attention/breadth';
import { createBarBlock, createDailyBlock, createMentionBlock, createOptionBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { exchangeDate, type ReportTime, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VisibleBatches } from '../../postgres/records/tickers/batches.ts';
import type { ClickHouseFront } from '../../testing/clickhouse-front.ts';
import { CLUSTER, type ClusterFront, startClusterFront } from '../../testing/cluster-front.ts';
import { addBar, sampleBars, sampleReport } from '../../testing/sample-blocks.ts';
import { startEngineProcess } from '../../testing/start-engine-process.ts';
import { queryBarBatches, queryBatchDates } from '../bar-batches.ts';
import { insertBars, insertDaily, queryBars, queryDailyBars, queryExtendedBars, queryTickerBars } from '../bars.ts';
import { insertBreadth, queryBreadths, queryCountedKeys, queryPackedWords } from '../breadth.ts';
import { createCellColumns, exportCells } from '../export/cell-export.ts';
import { exportReports } from '../export/report-export.ts';
import { countMatchesByReport, queryMatchCounts, queryReportCaps, queryRingCounts, scanHistory, sumMatches } from '../history-scan.ts';
import { insertMentions, queryMentionSpans, queryMentions } from '../mentions.ts';
import { insertOptions, queryExistingOptions, queryTickerOptions } from '../options.ts';
import { queryDayEdges, querySessionJumps } from '../price-jumps.ts';
import { insertReportRows, queryReportContents, queryReportRows } from '../report-rows.ts';
import { readSessionMatrices } from '../session-matrices.ts';
import { readSessionPrices } from '../session-prices.ts';
import { querySeriesSizes } from '../sizes.ts';
import { fillDeepCells, findMissingDeepCells, findWrongDeepCells } from '../stored-deep-cells.ts';
import { findStoredDays, readStoredSums } from '../stored-sums.ts';
import { queryTickerHistory } from '../ticker-history.ts';
import { findTradedTickers, queryTradedDays, queryVolumeStarts } from '../traded-slots.ts';
import { openSeries, type Series } from './series.ts';

let server: ClickHouseFront;
let front: ClusterFront;
let one: Series;
let cluster: Series;

const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;
const DAY = 86_400;
const TICKERS = 41;
const IDS = Uint32Array.from({ length: TICKERS }, (_, i) => i + 1);
const REPORTS = [0, 1, 2, 3].map((slot) => (OPEN + 900 * (slot + 1)) * 1_000);
const SESSIONS = [
	{ date: '2024-01-03', open: OPEN * 1_000, slots: 26 },
	{ date: '2024-01-04', open: (OPEN + DAY) * 1_000, slots: 26 },
];
/** Batch 3 was broken off. */
const SEEN: VisibleBatches = { upTo: 9, except: [3] };

/** Bars of two sessions, a correction, rows of a batch that does not count, and related data. */
async function fill(series: Series): Promise<void> {
	await insertBars(series, sampleBars(TICKERS, [OPEN, OPEN + DAY]), 1);
	const corrected = createBarBlock(60);
	for (const id of [3, 4, 40]) {
		addBar(corrected, id, OPEN + 900, id * 2);
		addBar(corrected, id, OPEN - 900, id, PRE);
		addBar(corrected, id, OPEN + 26 * 900, id, POST);
		// A jump within the session.
		addBar(corrected, id, OPEN + 1_800, id * 20);
		addBar(corrected, id, OPEN - DAY, id);
		corrected.volume[corrected.count - 1] = 0;
	}
	await insertBars(series, corrected, 2);
	await insertBars(series, sampleBars(TICKERS, [OPEN]), 3);
	const daily = createDailyBlock(TICKERS);
	for (const id of IDS) {
		daily.tickerId[daily.count] = id + (id % 3 === 0 ? 1_000 : 0);
		daily.day[daily.count] = Math.floor(OPEN / DAY) - 1;
		daily.open[daily.count] = id;
		daily.close[daily.count] = id + 1;
		daily.volume[daily.count++] = id % 5 === 0 ? 0 : id * 10;
	}
	await insertDaily(series, daily, 2);
	const options = createOptionBlock(TICKERS);
	const mentions = createMentionBlock(TICKERS);
	for (const id of IDS) {
		options.tickerId[options.count] = id;
		options.time[options.count] = OPEN + 900 * (id % 5);
		options.calls[options.count] = id;
		options.puts[options.count++] = 2;
		mentions.tickerId[mentions.count] = id;
		mentions.time[mentions.count] = OPEN - 1_800;
		mentions.source[mentions.count] = id % 2;
		mentions.mentions[mentions.count++] = id;
	}
	await insertOptions(series, options, 2);
	await insertMentions(series, { ...mentions, spans: [{ tickerId: 0, source: 0, from: OPEN - 7_200, to: OPEN, counter: 1 }] }, 2);
	const tables = REPORTS.map((time) => {
		const table = sampleReport(time, TICKERS);
		table.flags.fill(1);
		return table;
	});
	await insertReportRows(series, tables, 4);
	const newer = sampleReport(REPORTS[1]!, TICKERS);
	newer.price.fill(7);
	await insertReportRows(series, [newer], 5);
	await insertReportRows(series, [sampleReport(REPORTS[2]!, TICKERS)], 3);
	await insertBreadth(
		series,
		REPORTS.map((time, at) => ({ time: time as ReportTime, build: 4, breadth: new Map([[1, createBreadthCounts().fill(at + 1)]]) })),
	);
}

beforeAll(async () => {
	[server, front] = await Promise.all([startEngineProcess(), startClusterFront()]);
	one = await openSeries({ url: server.url });
	cluster = await openSeries({ url: front.url, cluster: CLUSTER });
	for (const series of [one, cluster]) await fill(series);
});
afterAll(async () => {
	await one?.close();
	await cluster?.close();
	await front?.close();
	await server?.close();
});

const SPAN = { from: OPEN, to: OPEN + DAY, algo: 'reverse' as const };
const QUESTION = { tab: 'free', strategy: STRATEGIES[0], conditions: [], quorum: 2 } as const;
const BUILT = REPORTS.map((time) => ({ time: time as ReportTime, build: 4 }));
const IN_SECONDS = BUILT.map(({ time, build }) => ({ time: time / 1_000, build }));

const FILTER = { ...QUESTION, conditions: [{ sector: 'volume', timeframe: 0, value: 2 }] } as const;

/** All that the store asks of the series. */
const QUESTIONS: Readonly<Record<string, (series: Series) => Promise<unknown>>> = {
	'bars of a ticker': (series) => queryTickerBars(series, 3, OPEN - DAY, OPEN + DAY, SEEN),
	'bars of all': (series) => queryBars(series, undefined, OPEN, OPEN + DAY, SEEN),
	'bars of some': (series) => queryBars(series, [2, 3, 4], OPEN, OPEN + DAY, SEEN),
	'bars before and after the session': (series) => queryExtendedBars(series, OPEN - DAY, OPEN + DAY, SEEN),
	'daily bars of all': (series) => queryDailyBars(series, undefined, 0, 60_000, SEEN),
	'daily bars of some': (series) => queryDailyBars(series, [4, 5, 1_003], 0, 60_000, SEEN),
	'batches of a ticker': (series) => queryBarBatches(series, 4, exchangeDate('2024-01-02'), exchangeDate('2024-01-04')),
	mentions: (series) => queryMentions(series, undefined, OPEN - DAY, OPEN, SEEN),
	'mentions of some': (series) => queryMentions(series, [1, 2], OPEN - DAY, OPEN, SEEN),
	'spans of mentions': (series) => queryMentionSpans(series, undefined, OPEN - DAY, OPEN, SEEN),
	'spans of mentions of a ticker': (series) => queryMentionSpans(series, 7, OPEN - DAY, OPEN, SEEN),
	'options of a ticker': (series) => queryTickerOptions(series, 7, OPEN - DAY, OPEN + DAY, SEEN),
	'options of some': (series) => queryExistingOptions(series, [1, 2, 3], OPEN, OPEN + DAY, SEEN),
	'edges of days': (series) => queryDayEdges(series, [...IDS, 1_003], [4], Math.floor(OPEN / DAY) - 2, Math.floor(OPEN / DAY) + 1, SEEN),
	'jumps within sessions': (series) =>
		querySessionJumps(series, [...IDS, 1_003], [4], Math.floor(OPEN / DAY) - 2, Math.floor(OPEN / DAY) + 1, SEEN),
	'dates of a batch': (series) => queryBatchDates(series, 1),
	'days with trades': (series) => queryTradedDays(series, (OPEN - 2 * DAY) * 1_000, (OPEN + 2 * DAY) * 1_000, SEEN),
	'who ever traded': (series) => findTradedTickers(series, [1, 2, 1_003, 5_000], SEEN).then((found) => [...found].sort((a, b) => a - b)),
	'first volumes': async (series) => {
		const { slots, days } = await queryVolumeStarts(series, SEEN);
		return [...listStarts(slots), ...listStarts(days)];
	},
	'matrices of sessions': async (series) => {
		const found: unknown[] = [];
		await readSessionMatrices(series, SESSIONS, IDS, SEEN, (_, matrix) => void found.push(matrix));
		return found;
	},
	'prices of sessions': async (series) => {
		const found: unknown[] = [];
		await readSessionPrices(series, SESSIONS, IDS, SEEN, (_, matrix) => void found.push(structuredClone(matrix)));
		return found;
	},
	'rows of a report': (series) => queryReportRows(series, REPORTS[1] as ReportTime, 'reverse', 5),
	'contents of reports': (series) => queryReportContents(series, OPEN, OPEN + DAY),
	'history of a ticker': (series) => queryTickerHistory(series, 6, { ...SPAN, version: 'newest' }, SEEN),
	'the same as first published': (series) => queryTickerHistory(series, 6, { ...SPAN, version: 'first' }, SEEN),
	'matches of a filter': (series) => scanHistory(series, QUESTION, { ...SPAN, words: [0, 4] }, SEEN),
	'matches of a filter that needs depth': (series) => scanHistory(series, FILTER, { ...SPAN, words: [0] }, { upTo: 4, except: [3] }),
	'months without deep cells': async (series) => [await findMissingDeepCells(series)],
	'the same matches once deep cells are taken out and brought again': async (series) => {
		await fillDeepCells(series, { month: 202_401, upTo: 4 });
		return scanHistory(series, FILTER, { ...SPAN, words: [0] }, SEEN);
	},
	'their number': async (series) => sumMatches(await countMatchesByReport(series, QUESTION, SPAN, SEEN)),
	'capitalisations of reports': (series) => queryReportCaps(series, IN_SECONDS, 'reverse'),
	'matches by report': (series) =>
		queryMatchCounts(
			series,
			{ ...FILTER, operation: 'short' } as never,
			{ ...SPAN, quorum: 1 },
			new Map(IN_SECONDS.map(({ time, build }) => [time, build])),
			SEEN,
		),
	'reports whose deep cells are not their rows': async (series) => [
		await findWrongDeepCells(series, utcMs((OPEN - DAY) * 1_000), utcMs((OPEN + DAY) * 1_000), SEEN),
	],
	'sums of stored days': async (series) =>
		(await readStoredSums(series, Math.floor(OPEN / DAY) - 2, Math.floor(OPEN / DAY) + 2, SEEN)).map((sum) => JSON.stringify(sum)).sort(),
	'days of which anything is stored': async (series) => [await findStoredDays(series)],
	'shares of rings': (series) => queryRingCounts(series, IN_SECONDS, 'reverse'),
	'breadth of reports': (series) => queryBreadths(series, BUILT),
	'reports whose breadth is counted': (series) => queryCountedKeys(series).then((found) => [...found].sort()),
	'words of a report': async (series) => byTicker(await queryPackedWords(series, { time: REPORTS[0] as ReportTime, build: 4 })),
	'rows of an export': async (series) => {
		const rows: unknown[] = [];
		const records = BUILT.map(({ time, build }, at) => ({
			time,
			buildId: build,
			version: 1,
			contentHash: `${at}`.repeat(64),
			tickers: TICKERS,
		}));
		await exportReports(series, records, new Map([...IDS].map((id) => [id, `T${id}`])), {
			rows: async (values) => void rows.push(structuredClone(values)),
		});
		return rows;
	},
	'cells of an export': async (series) => {
		const columns = createCellColumns(3);
		columns.ticker_id.set([2, 5, 9]);
		columns.z.set([1, Number.NaN, 3]);
		const rows: unknown[] = [];
		await exportCells(series, { count: 3, columns, statuses: ['ok'] }, new Map([[9, 'NINE']]), () => ({
			rows: async (values) => void rows.push(structuredClone(values)),
		}));
		return rows;
	},
};

/** How much an answer holds: an empty one would prove nothing. */
function sizeOf(answer: unknown): number {
	if (typeof answer === 'number') return answer;
	const { count, size, length } = answer as { count?: number; size?: number; length?: number };
	return count ?? size ?? length ?? 0;
}

/** First slots or days without and with volume, by ticker. */
function listStarts({ count, columns }: Awaited<ReturnType<typeof queryVolumeStarts>>['slots']): number[][] {
	return Array.from(
		{ length: count },
		(_, row) => [columns.ticker_id[row], columns.first_quiet[row], columns.first_volume[row]] as number[],
	);
}

/** Rows without a requested order. */
function byTicker({ tickerId, words, flags }: Awaited<ReturnType<typeof queryPackedWords>>) {
	return Array.from(tickerId, (id, row) => [id, ...words.map((word) => word[row]), flags[row]]).sort((a, b) => a[0]! - b[0]!);
}

describe('two shards', () => {
	it('hold each ticker on one of them, and both hold some', async () => {
		for (const table of ['bars_local', 'report_rows_local', 'option_sums_local']) {
			const idsOfShard = async (shard: 0 | 1) =>
				(await front.queryShard(shard, `SELECT DISTINCT ticker_id FROM ${table} ORDER BY ticker_id`)).split('\n').map(Number);
			const [first, second] = [await idsOfShard(0), await idsOfShard(1)];
			expect(first.filter((id) => second.includes(id))).toEqual([]);
			expect([...first, ...second].sort((a, b) => a - b)).toEqual([...IDS]);
			expect(Math.min(first.length, second.length)).toBeGreaterThan(10);
		}
		const reports = async (shard: 0 | 1) => front.queryShard(shard, 'SELECT uniqExact(report) FROM breadth_local');
		expect([await reports(0), await reports(1)]).toEqual(['2', '2']);
	});

	it.each(Object.keys(QUESTIONS))('answer as one server does: %s', async (name) => {
		const ask = QUESTIONS[name] as (series: Series) => Promise<unknown>;
		const expected = await ask(one);
		expect(await ask(cluster)).toEqual(expected);
		expect(sizeOf(expected)).toBeGreaterThan(0);
	});

	it('are asked alone where a question names a ticker', async () => {
		const answer = await cluster.bulk.read(
			{ shards: 'UInt64' },
			'SELECT uniqExact(_shard_num) AS shards FROM bars WHERE ticker_id IN (3) SETTINGS force_optimize_skip_unused_shards = 1',
		);
		expect(answer.columns.shards[0]).toBe(1n);
		await expect(
			cluster.bulk.read({ n: 'UInt64' }, 'SELECT count() AS n FROM bars WHERE ticker_id IN (SELECT ticker_id FROM report_rows)'),
		).rejects.toMatchObject({ code: '288' });
	});

	it('report the bytes of all their disks', async () => {
		const sizes = await querySeriesSizes(cluster);
		expect(sizes.bars).toBe(Number(await front.queryShard(0, BYTES)) + Number(await front.queryShard(1, BYTES)));
		expect(sizes.bars).toBeGreaterThan(0);
	});

	it('get no statement that the engine cannot parse', async () => {
		expect(front.sentStatements.filter((statement) => statement.includes('ReplicatedMergeTree')).length).toBeGreaterThan(5);
		for (const statement of new Set(front.sentStatements)) await front.parse(statement);
		// Here every shard would find a table that one server has alone.
		expect(front.sentStatements.filter((statement) => /export_|Memory/.test(statement))).toEqual([]);
	});

	it('are not taken for one server, nor one server for them', async () => {
		await expect(openSeries({ url: front.url })).rejects.toMatchObject({
			code: 'series_failed',
			message: expect.stringContaining('are on a cluster'),
		});
		await expect(openSeries({ url: server.url, cluster: CLUSTER })).rejects.toMatchObject({
			message: expect.stringContaining('are on a single server'),
		});
	});
});
const BYTES = "SELECT sum(bytes_on_disk) FROM system.parts WHERE table = 'bars_local' AND active";

it('every file of the store that asks the series is among the questions', () => {
	const store = join(import.meta.dirname, '..');
	const asking = readdirSync(store, { recursive: true, encoding: 'utf8' })
		.filter(
			(file) => /^(?!.*(\.test\.ts|-engine\.ts)$).*\.ts$/.test(file) && /\.(read|run)\(/.test(readFileSync(join(store, file), 'utf8')),
		)
		.map((file) => basename(file))
		.sort();
	const tested = readFileSync(import.meta.filename, 'utf8');
	// The schema and the removal of rows are seen by opening and by the backup's test; Parquet is read by an embedded engine alone. Rows of a ticker move
	// between shards, for which these engines would have to reach each other.
	expect(asking.filter((file) => !tested.includes(`/${file}'`))).toEqual([
		'ddl.ts',
		'export-sink.ts',
		'parquet.ts',
		'sweep.ts',
		'ticker-rows.ts',
	]);
});
