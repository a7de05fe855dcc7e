/**
 * Times filters over ten years of reports of 10,000 tickers, read from the deep cells. Reference: a scan of all packed words. One quarter is written and
 * its parts are attached forty times, which gives as many parts as ten years of months. The parts are read from the page cache, as in a repeated scan.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGroups } from '@sw/domain/filters/group-text';
import { industryKey, toRowGroups } from '@sw/domain/filters/industries';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { openSeries, type Series } from '@sw/store/clickhouse/engine/series';
import { countMatchesByReport, scanHistory, sumMatches } from '@sw/store/clickhouse/history-scan';
import { type Benchmark, compareToReference, formatMb, formatSeconds, measureTime, median, rowWithoutReference } from '../measure.ts';
import { lastSessions } from './engine-market.ts';
import { fillReports, ROWS_PER_REPORT, waitForMerges } from './year-of-reports.ts';

const VISIBLE_BUILDS = { upTo: 1_000, except: [] };
const SPAN = { from: 0, to: 4e9, algo: 'reverse', words: [0] } as const;
const ROUNDS = 3;
const QUARTER_SESSIONS = 63;
const QUARTERS = 40;
/** A search lists at most this many occurrences. */
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
const SOFTWARE: ReadonlySet<number> = new Set(Array.from({ length: ROWS_PER_REPORT }, (_, row) => row + 1).filter((id) => id % 7 === 0));

function parseGroups(text: string): ScannedQuestion['groups'] {
	return toRowGroups(readGroups(text), new Map([[industryKey('Software'), SOFTWARE]]));
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
		groups: parseGroups(
			'any(price_short.fifteen_minutes.3,volume.one_hour.4,call_with_put.one_hour.4),none(price_long.one_hour.1,volume.day.3)',
		),
	},
	'price from depth 3, volume from 2, on 15m, with a change of the day from 5 % and a dollar volume from $20 million': {
		...createQuestion('free', [
			{ sector: 'price_short', timeframe: 0, value: 3 },
			{ sector: 'volume', timeframe: 0, value: 2 },
		]),
		groups: parseGroups('all(change.5-,dollar_volume.20000000-)'),
	},
	'price from depth 3, volume from 2, on 15m, in one industry of 1,428 tickers': {
		...createQuestion('free', [
			{ sector: 'price_short', timeframe: 0, value: 3 },
			{ sector: 'volume', timeframe: 0, value: 2 },
		]),
		groups: parseGroups('all(industry.Software)'),
	},
	'a tab with one condition and a time in the list from 30 minutes: volume from depth 2 on 15m': {
		...createQuestion('extreme_rise', [{ sector: 'volume', timeframe: 0, value: 2 }]),
		groups: parseGroups('all(minutes_in_list.30-)'),
	},
	'a tab with one condition: volume from depth 2 on 15m': createQuestion('extreme_rise', [{ sector: 'volume', timeframe: 0, value: 2 }]),
};

/** Times in milliseconds, and the number of matches. */
interface ScanFigures {
	/** Time of the first scan after opening. */
	cold: number;
	/** Median time of repeated scans. */
	warm: number;
	/** Median processor time of repeated scans, all threads together; other load hardly adds to it. */
	processor: number;
	/** Number of matches. */
	count: number;
}

export async function measureTenYears(): Promise<Awaited<ReturnType<Benchmark>>> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const writer = await openSeries({ path: folder });
		// No scan of all tickers reads the projection by ticker.
		await writer.bulk.run('ALTER TABLE report_rows DROP PROJECTION by_ticker');
		const [fillMs, rowCount] = await measureTime(() => fillReports(writer, lastSessions(QUARTER_SESSIONS), () => 1));
		await waitForMerges(writer);
		const [cellBytes, wordBytes] = [await readDiskBytes(writer, 'deep_cells'), await readDiskBytes(writer, 'report_rows')];
		for (const table of TABLES) await attachCopies(writer, table);
		await writer.close();
		const series = await openSeries({ path: folder });
		const scanTimes = new Map<string, ScanFigures>();
		const names = Object.keys(QUESTIONS);
		const createScan = (name: string) => () => scanHistory(series, QUESTIONS[name] as ScannedQuestion, SPAN, VISIBLE_BUILDS);
		for (const name of names) scanTimes.set(name, await measureTimes(createScan(name), ROUNDS));
		const countTimes = new Map<string, ScanFigures>();
		const createCountScan = (name: string) => async () => ({
			count: sumMatches(await countMatchesByReport(series, QUESTIONS[name] as ScannedQuestion, SPAN, VISIBLE_BUILDS)),
		});
		for (const name of names) countTimes.set(name, await measureTimes(createCountScan(name), ROUNDS));
		// A month marked as missing makes the scan read all rows.
		await series.bulk.run('INSERT INTO deep_cells_missing VALUES (202412, 1)');
		const fullScanTimes = new Map<string, ScanFigures>();
		for (const name of names) fullScanTimes.set(name, await measureTimes(createScan(name), 1));
		await series.close();
		const millionRows = ((QUARTERS * rowCount) / 1e6).toFixed(0);
		return [
			rowWithoutReference(
				`${(rowCount / 1e6).toFixed(1)} M rows of a quarter generated and written, with their deep cells`,
				formatSeconds(fillMs),
				null,
			),
			compareToReference('deep cells of these rows on disk; reference: their packed words', cellBytes, wordBytes, null, formatMb),
			...names.flatMap((name) => {
				const ours = scanTimes.get(name) as ScanFigures;
				const reference = fullScanTimes.get(name) as ScanFigures;
				const countOnly = countTimes.get(name) as ScanFigures;
				if (ours.count !== reference.count || countOnly.count !== reference.count)
					throw new Error(`${ours.count} matches by the deep cells, ${reference.count} by all rows.`);
				return [
					compareToReference(
						`${millionRows} M rows, ${name}: first time after opening (${ours.count} matches)`,
						ours.cold,
						reference.warm,
						chooseGoal(ours),
					),
					compareToReference('the same again', ours.warm, reference.warm, chooseGoal(ours)),
					compareToReference('the same again, processor time', ours.processor, reference.processor, null),
					compareToReference('the same, counted only', countOnly.warm, reference.warm, 'under 1 s'),
				];
			}),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** No goal for filters with more occurrences than searches list. */
function chooseGoal({ count }: ScanFigures): string | null {
	return count > MAX_OCCURRENCES ? null : 'under 1 s';
}

async function measureTimes(scan: () => Promise<{ count: number }>, rounds: number): Promise<ScanFigures> {
	const [coldMs, { count }] = await measureTime(scan);
	const wallTimes: number[] = [];
	const processorTimes: number[] = [];
	for (let round = 0; round < rounds; round++) {
		const usageBefore = process.cpuUsage();
		wallTimes.push((await measureTime(scan))[0]);
		const { user, system } = process.cpuUsage(usageBefore);
		processorTimes.push((user + system) / 1000);
	}
	return { cold: coldMs, warm: median(wallTimes), processor: median(processorTimes), count };
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

async function readDiskBytes({ bulk }: Series, table: string): Promise<number> {
	const { columns } = await bulk.read(
		{ bytes: 'UInt64' },
		`SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE database = currentDatabase() AND active AND table = '${table}'`,
	);
	return Number(columns.bytes[0]);
}
