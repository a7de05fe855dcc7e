/** Times a filter over a year of reports: 10,000 tickers, every quarter-hour, 65.5 million rows in the embedded engine's files on disk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScannedQuestion } from '@sw/domain/research/history-scan';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { openSeries } from '@sw/store/clickhouse/engine/series';
import { matchesByReport, scanHistory } from '@sw/store/clickhouse/history-scan';
import { lastSessions } from './inputs/engine-market.ts';
import { fillReports, waitForMerges, YEAR_SESSIONS } from './inputs/year-of-reports.ts';
import { type Benchmark, compareToReference, median, rowWithoutReference, seconds, timed } from './measure.ts';

const ROUNDS = 7;
const VISIBLE_BUILDS = { upTo: 1_000, except: [] };

const oneTimeframe: ScannedQuestion = {
	tab: 'free',
	strategy: strategyNamed('first'),
	quorum: 2,
	conditions: [
		{ sector: 'price_short', timeframe: 0, value: 3 },
		{ sector: 'volume', timeframe: 0, value: 2 },
	],
};
const tabWithCondition: ScannedQuestion = {
	...oneTimeframe,
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
async function timeAlternating(works: readonly (() => Promise<unknown>)[]): Promise<Times[]> {
	const walls = works.map((): number[] => []);
	const processors = works.map((): number[] => []);
	for (let turn = 0; turn < ROUNDS; turn++) {
		for (const [index, work] of works.entries()) {
			const before = process.cpuUsage();
			walls[index]?.push((await timed(work))[0]);
			const { user, system } = process.cpuUsage(before);
			processors[index]?.push((user + system) / 1000);
		}
	}
	return works.map((_, which) => ({ wall: median(walls[which] ?? []), processor: median(processors[which] ?? []) }));
}

export const run: Benchmark = async () => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		const filling = await openSeries({ path: folder });
		// No scan measured here reads the projection by ticker.
		await filling.bulk.run('ALTER TABLE report_rows DROP PROJECTION by_ticker');
		const [filled, rows] = await timed(() => fillReports(filling, lastSessions(YEAR_SESSIONS), () => 1));
		await waitForMerges(filling);
		// The engine has merged a month's cells by a day after its last report.
		await filling.bulk.run('OPTIMIZE TABLE deep_cells FINAL');
		await filling.close();
		const series = await openSeries({ path: folder });
		const span = { from: 0, to: 4e9, algo: 'reverse', words: [0] } as const;
		const plain = (names: string) => () => series.bulk.read({ sum: 'UInt64' }, `SELECT sum(${names}) AS sum FROM report_rows`);
		const [cold, matches] = await timed(() => scanHistory(series, oneTimeframe, span, VISIBLE_BUILDS));
		const [scan, count, tab, column, three] = (await timeAlternating([
			() => scanHistory(series, oneTimeframe, span, VISIBLE_BUILDS),
			() => matchesByReport(series, oneTimeframe, span, VISIBLE_BUILDS),
			() => matchesByReport(series, tabWithCondition, span, VISIBLE_BUILDS),
			plain('w15'),
			plain('bitXor(bitXor(w15, w30), w60)'),
		])) as [Times, Times, Times, Times, Times];
		await series.close();
		const million = (rows / 1e6).toFixed(1);
		return [
			rowWithoutReference(`${million} M rows generated and written`, seconds(filled), null),
			compareToReference(
				`filter over ${million} M 15m words, first time after opening (${matches.count} matches)`,
				cold,
				column.wall,
				'under 1 s',
			),
			compareToReference('the same again', scan.wall, column.wall, 'under 1 s'),
			compareToReference('the same again, processor time', scan.processor, column.processor, null),
			compareToReference('the same, counted only', count.wall, column.wall, null),
			compareToReference('a tab with a condition: three words per row', tab.wall, three.wall, null),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
};
