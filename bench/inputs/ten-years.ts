/**
 * Times filters over ten years of reports of 10,000 tickers, by the deep cells; reference: by all words. One quarter is written and its parts attached
 * forty times, which gives as many parts as ten years of months. They are read from the page cache, as in a repeated scan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGroups } from '@sw/domain/filters/group-text';
import { industryKey, rowGroups } from '@sw/domain/filters/industries';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { openSeries, type Series } from '@sw/store/clickhouse/engine/series';
import { matchesByReport, scanHistory, totalOf } from '@sw/store/clickhouse/history-scan';
import { type Benchmark, compareToReference, mb, median, rowWithoutReference, seconds, timed } from '../measure.ts';
import { lastSessions } from './engine-market.ts';
import { fillReports, waitForMerges, YEAR_ROWS } from './year-of-reports.ts';

const VISIBLE_BUILDS = { upTo: 1_000, except: [] };
const SPAN = { from: 0, to: 4e9, algo: 'reverse', words: [0] } as const;
const ROUNDS = 3;
const QUARTER_SESSIONS = 63;
const QUARTERS = 40;
/** The limit of searches: more occurrences are not listed. */
const MAX_OCCURRENCES = 300_000;
const TABLES = ['report_rows', 'deep_cells'] as const;

function createQuestion(tab: ScannedQuestion['tab'], conditions: NonNullable<ScannedQuestion['conditions']>): ScannedQuestion {
	return {
		tab,
		strategy: strategyNamed('first'),
		quorum: 2,
		conditions,
	};
}

/** Ticker ids of the industry: every seventh. */
const SOFTWARE: ReadonlySet<number> = new Set(Array.from({ length: YEAR_ROWS }, (_, row) => row + 1).filter((id) => id % 7 === 0));

function groupsOf(text: string): ScannedQuestion['groups'] {
	return rowGroups(readGroups(text), new Map([[industryKey('Software'), SOFTWARE]]));
}

const QUESTIONS: Readonly<Record<string, ScannedQuestion>> = {
	'price from depth 3, volume from 2, on 15m': createQuestion('free', [
		{ sector: 'price_short', timeframe: 0, value: 3 },
		{ sector: 'volume', timeframe: 0, value: 2 },
	]),
	'the built-in filter of rises: price from depth 2, volume from 1, on 1h': createQuestion('extreme_rise', [
		{ sector: 'price_short', timeframe: 2, value: 2 },
		{ sector: 'volume', timeframe: 2, value: 1 },
	]),
	'groups: any of three conditions from depth 3, none of two': {
		...createQuestion('free', []),
		groups: groupsOf(
			'any(price_short.fifteen_minutes.3,volume.one_hour.4,call_with_put.one_hour.4),none(price_long.one_hour.1,volume.day.3)',
		),
	},
	'price from depth 3, volume from 2, on 15m, with a change of the day from 5 % and a dollar volume from $20 million': {
		...createQuestion('free', [
			{ sector: 'price_short', timeframe: 0, value: 3 },
			{ sector: 'volume', timeframe: 0, value: 2 },
		]),
		groups: groupsOf('all(change.5-,dollar_volume.20000000-)'),
	},
	'price from depth 3, volume from 2, on 15m, in one industry of 1,428 tickers': {
		...createQuestion('free', [
			{ sector: 'price_short', timeframe: 0, value: 3 },
			{ sector: 'volume', timeframe: 0, value: 2 },
		]),
		groups: groupsOf('all(industry.Software)'),
	},
	'a tab with one condition and a time in the list from 30 minutes: volume from depth 2 on 15m': {
		...createQuestion('extreme_rise', [{ sector: 'volume', timeframe: 0, value: 2 }]),
		groups: groupsOf('all(minutes_in_list.30-)'),
	},
	'a tab with one condition: volume from depth 2 on 15m': createQuestion('extreme_rise', [{ sector: 'volume', timeframe: 0, value: 2 }]),
};

/** Milliseconds. */
interface Times {
	/** Of the first scan after opening. */
	first: number;
	/** Median of repeated scans. */
	again: number;
	/** Median processor time of repeated scans, all threads together; other load hardly adds to it. */
	processor: number;
	/** Number of matches. */
	count: number;
}

export async function tenYears(): Promise<Awaited<ReturnType<Benchmark>>> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const filling = await openSeries({ path: folder });
		// No scan of all tickers reads the projection by ticker.
		await filling.bulk.run('ALTER TABLE report_rows DROP PROJECTION by_ticker');
		const [filled, written] = await timed(() => fillReports(filling, lastSessions(QUARTER_SESSIONS), () => 1));
		await waitForMerges(filling);
		const [cells, words] = [await bytesOf(filling, 'deep_cells'), await bytesOf(filling, 'report_rows')];
		for (const table of TABLES) await attachCopies(filling, table);
		await filling.close();
		const series = await openSeries({ path: folder });
		const found = new Map<string, Times>();
		const names = Object.keys(QUESTIONS);
		const scan = (name: string) => () => scanHistory(series, QUESTIONS[name] as ScannedQuestion, SPAN, VISIBLE_BUILDS);
		for (const name of names) found.set(name, await times(scan(name), ROUNDS));
		const counted = new Map<string, Times>();
		const countOnly = (name: string) => async () => ({
			count: totalOf(await matchesByReport(series, QUESTIONS[name] as ScannedQuestion, SPAN, VISIBLE_BUILDS)),
		});
		for (const name of names) counted.set(name, await times(countOnly(name), ROUNDS));
		// A month marked as missing makes the scan read all rows.
		await series.bulk.run('INSERT INTO deep_cells_missing VALUES (202412, 1)');
		const byAllWords = new Map<string, Times>();
		for (const name of names) byAllWords.set(name, await times(scan(name), 1));
		await series.close();
		const million = ((QUARTERS * written) / 1e6).toFixed(0);
		return [
			rowWithoutReference(
				`${(written / 1e6).toFixed(1)} M rows of a quarter generated and written, with their deep cells`,
				seconds(filled),
				null,
			),
			compareToReference('their deep cells on disk, beside their words', cells, words, null, mb),
			...names.flatMap((name) => {
				const ours = found.get(name) as Times;
				const all = byAllWords.get(name) as Times;
				const plainCount = counted.get(name) as Times;
				if (ours.count !== all.count || plainCount.count !== all.count)
					throw new Error(`${ours.count} matches by the deep cells, ${all.count} by all rows.`);
				return [
					compareToReference(
						`${million} M rows, ${name}: first time after opening (${ours.count} matches)`,
						ours.first,
						all.again,
						goalOf(ours),
					),
					compareToReference('the same again', ours.again, all.again, goalOf(ours)),
					compareToReference('the same again, processor time', ours.processor, all.processor, null),
					compareToReference('the same, counted only', plainCount.again, all.again, 'under 1 s'),
				];
			}),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** No goal for filters with more occurrences than searches list. */
function goalOf({ count }: Times): string | null {
	return count > MAX_OCCURRENCES ? null : 'under 1 s';
}

async function times(work: () => Promise<{ count: number }>, rounds: number): Promise<Times> {
	const [first, { count }] = await timed(work);
	const walls: number[] = [];
	const processors: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const before = process.cpuUsage();
		walls.push((await timed(work))[0]);
		const { user, system } = process.cpuUsage(before);
		processors.push((user + system) / 1000);
	}
	return { first, again: median(walls), processor: median(processors), count };
}

/** Attaches the written parts until the table has forty copies of the quarter. Merges are off from here on. */
async function attachCopies({ bulk }: Series, table: (typeof TABLES)[number]): Promise<void> {
	await bulk.run(`OPTIMIZE TABLE ${table} FINAL`);
	const { count, columns } = await bulk.read({ month: 'UInt32' }, `SELECT DISTINCT toYYYYMM(report) AS month FROM ${table}`);
	const months = columns.month.subarray(0, count);
	await bulk.run(`ALTER TABLE ${table} MODIFY SETTING max_bytes_to_merge_at_max_space_in_pool = 1`);
	await bulk.run(`CREATE TABLE ${table}_quarter AS ${table}`);
	for (const month of months) await bulk.run(`ALTER TABLE ${table}_quarter ATTACH PARTITION ${month} FROM ${table}`);
	for (let copy = 1; copy < QUARTERS; copy++)
		for (const month of months) await bulk.run(`ALTER TABLE ${table} ATTACH PARTITION ${month} FROM ${table}_quarter`);
}

async function bytesOf({ bulk }: Series, table: string): Promise<number> {
	const { columns } = await bulk.read(
		{ bytes: 'UInt64' },
		`SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active AND table = '${table}'`,
	);
	return Number(columns.bytes[0]);
}
