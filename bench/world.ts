/**
 * Measures a worldwide market of 100,000 tickers in one process: the time from the end of a slot to the published report, the report itself, a list, and
 * memory. Then measures a filter over ten years of 10,000 tickers, on the deep cells and on all words. `--slots` skips the ten years, `--years` skips the
 * market.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import type { ReportedMarket } from '@sw/server/compose/core/market';
import { openStores } from '@sw/store/open';
import { createFacts } from './inputs/engine-market.ts';
import { EVENTS, PHASES, runLiveSlots } from './inputs/live-slots.ts';
import { createRandomTickers } from './inputs/slot-market.ts';
import { measureTenYears } from './inputs/ten-years.ts';
import {
	type Benchmark,
	compareToReference,
	formatMb,
	formatMs,
	median,
	quantile,
	type ResultRow,
	rowWithoutReference,
} from './measure.ts';

const MARKET = { tickerCount: 100_000, sessions: 75, slots: 8, speed: 60 };
const ROUNDS = 40;

/** Milliseconds of scoring a report and of ranking a list, in the running market. */
async function measureScoring(market: ReportedMarket) {
	const runningEngine = market.engine();
	const newest = market.reports.newest();
	const table = newest && (await market.reports.table(newest));
	if (!runningEngine || !newest || !table) throw new Error('The market has no report.');
	const facts = createFacts(table.count);
	while (runningEngine.signalEngine.prepareStep());
	return { report: measureLowerQuartile(() => runningEngine.signalEngine.report(newest.time, facts)), list: timeLists(table) };
}

/** Milliseconds of one call: the lower quartile of many, because other load on the machine only adds time. */
function measureLowerQuartile(action: () => unknown): number {
	return quantile(
		Array.from({ length: ROUNDS }, () => {
			const startedAt = performance.now();
			action();
			return performance.now() - startedAt;
		}),
		0.25,
	);
}

/** Mean milliseconds of two lists of ten of the newest report: one with two conditions, one without. */
function timeLists(table: ReportTable): number {
	const ranks = symbolRanks(createRandomTickers(table.count).map(({ symbol }) => symbol));
	const [strategy] = STRATEGIES;
	const conditions = [
		{ sector: 'volume', timeframe: 0, value: 1 },
		{ sector: 'price_short', timeframe: 2, value: 1 },
	] as const;
	const page = { skip: 0, max: 10 };
	const pairMs = measureLowerQuartile(() => {
		rankPage(
			table,
			ranks,
			{ tab: 'extreme_rise', operation: 'short', strategy, conditions, caps: ['mid_cap', 'large_cap'] },
			PARAMETERS_V1,
			page,
		);
		rankPage(table, ranks, { tab: 'free', operation: 'short', strategy }, PARAMETERS_V1, page);
	});
	return pairMs / 2;
}

async function measureMarket(): Promise<ResultRow[]> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-bench-'));
	try {
		await using stores = await openStores({ folder });
		const { times, references, memory, processorTimes, inspection } = await runLiveSlots(stores, MARKET, measureScoring);
		const totals = times.map(({ due, shown }) => shown - due);
		const readMs = timePlainRead(MARKET.tickerCount);
		return [
			compareToReference('report of 100,000 tickers x 5 timeframes, warm', inspection.report, readMs, 'at most 50 ms'),
			compareToReference(`slot to published report, median of ${times.length}`, median(totals), median(references), 'under 1 s'),
			rowWithoutReference('the longest', formatMs(quantile(totals, 1)), 'under 1 s'),
			rowWithoutReference('the median one, processor time', formatMs(median(processorTimes)), null),
			...EVENTS.flatMap((event, at) => {
				const previous = EVENTS[at - 1];
				if (event === 'due' || !previous) return [];
				return [
					rowWithoutReference(
						`of which: ${PHASES[event]}`,
						formatMs(median(times.map((slotTimes) => slotTimes[event] - slotTimes[previous]))),
						null,
					),
				];
			}),
			rowWithoutReference('filter and rank one list of ten from 100,000', formatMs(inspection.list), 'at most 2 ms'),
			rowWithoutReference(`memory of the process after slot ${times.length}`, formatMb(memory.at(-1)!), 'at most 6,000 MB'),
		];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** Reference: milliseconds to read as many bytes as a report has to touch. bench/engine.ts explains the number. */
function timePlainRead(rows: number): number {
	const column = new Float64Array((rows * (5 * (10 * 8 + 5 + 24) + 5 * 8 + 4 * 8)) / 8).fill(1);
	return measureLowerQuartile(() => {
		// Declared here because updating a captured variable would allocate a number at each step.
		let sum = 0;
		for (let i = 0; i < column.length; i++) sum += column[i]!;
		return sum;
	});
}

export const run: Benchmark = async (args) => [
	...(args.includes('--years') ? [] : await measureMarket()),
	...(args.includes('--slots') ? [] : await measureTenYears()),
];
