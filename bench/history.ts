/** Times a filter over a year of reports: 10,000 tickers, every quarter-hour, 65.5 million rows in files of the embedded ClickHouse. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { openSeries } from '@sw/store/clickhouse/engine/series';
import { countMatchesByReport, scanHistory } from '@sw/store/clickhouse/history-scan';
import { lastSessions } from './inputs/engine-market.ts';
import { fillReports, waitForMerges, YEAR_SESSIONS } from './inputs/year-of-reports.ts';
import { type Benchmark, compareToReference, formatSeconds, measureTime, median, rowWithoutReference } from './measure.ts';

const ROUNDS = 7;
const VISIBLE_BUILDS = { upTo: 1_000, except: [] };

const oneTimeframeQuestion: ScannedQuestion = {
	tab: 'free',
	strategy: strategyNamed('first'),
	quorum: 2,
	conditions: [
		{ sector: 'price_short', timeframe: 0, value: 3 },
		{ sector: 'volume', timeframe: 0, value: 2 },
	],
};
const tabQuestion: ScannedQuestion = {
	...oneTimeframeQuestion,
	tab: 'extreme_rise',
	conditions: [{ sector: 'volume', timeframe: 0, value: 2 }],
};

interface Times {
	/** Wall-clock milliseconds. */
	wall: number;
	/** Processor milliseconds, all threads together; other load hardly changes them. */
	processor: number;
}

/** Median times of each function, in order; the functions run alternately. */
async function timeAlternating(functions: readonly (() => Promise<unknown>)[]): Promise<Times[]> {
	const wallTimes = functions.map((): number[] => []);
	const processorTimes = functions.map((): number[] => []);
	for (let round = 0; round < ROUNDS; round++) {
		for (const [index, action] of functions.entries()) {
			const usageBefore = process.cpuUsage();
			wallTimes[index]?.push((await measureTime(action))[0]);
			const { user, system } = process.cpuUsage(usageBefore);
			processorTimes[index]?.push((user + system) / 1000);
		}
	}
	return functions.map((_, index) => ({ wall: median(wallTimes[index] ?? []), processor: median(processorTimes[index] ?? []) }));
}

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const writer = await openSeries({ path: folder });
		// No scan measured here reads the projection by ticker.
		await writer.bulk.run('ALTER TABLE report_rows DROP PROJECTION by_ticker');
		const [fillMs, rows] = await measureTime(() => fillReports(writer, lastSessions(YEAR_SESSIONS), () => 1));
		await waitForMerges(writer);
		// In production, ClickHouse has merged a month's cells within a day of its last report.
		await writer.bulk.run('OPTIMIZE TABLE deep_cells FINAL');
		await writer.close();
		const series = await openSeries({ path: folder });
		const span = { from: 0, to: 4e9, algo: 'reverse', words: [0] } as const;
		const createSumRead = (expression: string) => () =>
			series.bulk.read({ sum: 'UInt64' }, `SELECT sum(${expression}) AS sum FROM report_rows`);
		const [coldMs, matches] = await measureTime(() => scanHistory(series, oneTimeframeQuestion, span, VISIBLE_BUILDS));
		const [scanTimes, countTimes, tabTimes, oneColumn, threeColumns] = (await timeAlternating([
			() => scanHistory(series, oneTimeframeQuestion, span, VISIBLE_BUILDS),
			() => countMatchesByReport(series, oneTimeframeQuestion, span, VISIBLE_BUILDS),
			() => countMatchesByReport(series, tabQuestion, span, VISIBLE_BUILDS),
			createSumRead('w15'),
			createSumRead('bitXor(bitXor(w15, w30), w60)'),
		])) as [Times, Times, Times, Times, Times];
		await series.close();
		const millionRows = (rows / 1e6).toFixed(1);
		return [
			rowWithoutReference(`${millionRows} M rows generated and written`, formatSeconds(fillMs), null),
			compareToReference(
				`filter over ${millionRows} M 15m words, first time after opening (${matches.count} matches)`,
				coldMs,
				oneColumn.wall,
				'under 1 s',
			),
			compareToReference('the same again', scanTimes.wall, oneColumn.wall, 'under 1 s'),
			compareToReference('the same again, processor time', scanTimes.processor, oneColumn.processor, null),
			compareToReference('the same, counted only', countTimes.wall, oneColumn.wall, null),
			compareToReference('a tab with a condition: three words per row', tabTimes.wall, threeColumns.wall, null),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
