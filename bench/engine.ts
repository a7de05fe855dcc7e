/** The engine at its design size: 10,000 tickers, five timeframes, full-length windows. */
import { availableParallelism } from 'node:os';
import { rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { replay } from '@sw/domain/signals/engine/replay';
import type { Engine } from '@sw/domain/signals/engine/types';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { slotEnd } from '@sw/domain/time/slots';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { replayParallel } from '@sw/server/market/engine/workers/replay-parallel';
import { measure } from 'mitata';
import { createFacts, createMatrixGenerator, lastSessions } from './inputs/engine-market.ts';
import {
	type Benchmark,
	compareToReference,
	formatMb,
	formatMs,
	formatSeconds,
	measureTime,
	median,
	rowWithoutReference,
} from './measure.ts';

const ROWS = 10_000;
/** The windows are full after 70 sessions; 20 more are needed for the usual daily volumes. */
const SESSIONS = 92;
const MS_PER_NS = 1e-6;

/** Median milliseconds of many calls. */
async function measureMedian(action: () => unknown): Promise<number> {
	const { p50 } = await measure(action, { min_samples: 30, min_cpu_time: 3e8 });
	return p50 * MS_PER_NS;
}

/** Milliseconds of one call. */
async function timeOnce(action: () => unknown): Promise<number> {
	return (await measureTime(action))[0];
}

/**
 * Milliseconds of each function with cold processor caches: the lower quartile of 100 runs, because other load on the machine only adds time. Before
 * each run, the caches are evicted by reading as much memory as the engine's windows take, as computing a slot's scales does between reports.
 */
function timeWithColdCaches(functions: readonly (() => unknown)[]): number[] {
	const evictionBuffer = new Float64Array(8e6).fill(1);
	const times = functions.map((): number[] => []);
	let checksum = 0;
	for (let round = 0; round < 100; round++) {
		functions.forEach((action, index) => {
			for (let i = 0; i < evictionBuffer.length; i += 8) checksum += evictionBuffer[i]!;
			const start = performance.now();
			action();
			times[index]?.push(performance.now() - start);
		});
	}
	if (checksum === 0) throw new Error('The caches were not evicted.');
	return times.map((samples) => samples.sort((a, b) => a - b)[samples.length >> 2]!);
}

/**
 * Reference: reads in a plain loop as many bytes as a report has to touch. Per ticker and timeframe: ten numbers of state (scales, reference close,
 * current bar), a first bar, a flag and 24 bytes of output. Five more numbers on the one timeframe that closes at this slot; four per ticker.
 */
function createSequentialRead(): () => number {
	const bytes = ROWS * (5 * (10 * 8 + 5 + 24) + 5 * 8 + 4 * 8);
	const column = new Float64Array(bytes / 8).fill(1);
	return () => {
		let sum = 0;
		for (let i = 0; i < column.length; i++) sum += column[i]!;
		return sum;
	};
}

/** A warm engine at slot 12 of its last session, and that session's data. */
async function warmEngine() {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows: ROWS });
	const sessions = lastSessions(SESSIONS);
	const createMatrix = createMatrixGenerator(ROWS);
	const lastSession = sessions.at(-1) as (typeof sessions)[number];
	let lastMatrix = createMatrix(sessions[0] as (typeof sessions)[number]);
	const days = sessions.map((session) => (session === lastSession ? { session, lastSlot: 12 } : { session }));
	await replay(engine, days, (session) => {
		lastMatrix = createMatrix(session as (typeof sessions)[number]);
		return lastMatrix;
	});
	return { engine, lastSession, matrix: lastMatrix };
}

/** Milliseconds from an empty engine to its first report, without the time to create the bars. */
async function timeColdStart(rows: number, sessionCount: number, warmUp: typeof replay): Promise<number> {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows });
	const sessions = lastSessions(sessionCount);
	const createMatrix = createMatrixGenerator(rows);
	const matrices = sessions.map(createMatrix);
	return timeOnce(async () => {
		await warmUp(
			engine,
			sessions.map((session) => ({ session })),
			(_, index) => matrices[index] as (typeof matrices)[number],
		);
		const lastSession = sessions.at(-1) as (typeof sessions)[number];
		engine.report(slotEnd(lastSession, lastSession.slots - 1), createFacts(rows));
	});
}

/** Returns a function that ranks two lists of ten: one with two conditions, one without. */
function createListRanking(table: ReportTable): () => unknown {
	const ranks = symbolRanks(Array.from(table.tickerId, (id) => `S${(id * 7919) % 99991}`));
	const conditions = [
		{ sector: 'volume', timeframe: 0, value: 1 },
		{ sector: 'price_short', timeframe: 2, value: 1 },
	] as const;
	const page = { skip: 0, max: 10 };
	return () => {
		const [strategy] = STRATEGIES;
		rankPage(
			table,
			ranks,
			{ tab: 'extreme_rise', operation: 'short', strategy, conditions, caps: ['mid_cap', 'large_cap'] },
			PARAMETERS_V1,
			page,
		);
		return rankPage(table, ranks, { tab: 'free', operation: 'short', strategy }, PARAMETERS_V1, page);
	};
}

/**
 * Milliseconds of processor time per slot, from slot `firstSlot` to the close: `apply` takes in the bars, `prepare` computes the next slot's windows and
 * scales (medians), `maxPrepare` is the longest preparation, `longestStep` its longest single step.
 */
function measureSlots(engine: Engine, matrix: Parameters<Engine['applySlot']>[0], firstSlot: number) {
	const facts = createFacts(ROWS);
	const apply: number[] = [];
	const prepare: number[] = [];
	let longestStep = 0;
	for (let slot = firstSlot; slot < 26; slot++) {
		apply.push(measureProcessorTime(() => engine.applySlot(matrix, slot)));
		engine.report(0 as Parameters<Engine['report']>[0], facts);
		let total = 0;
		for (let hasMore = true; hasMore; ) {
			const stepMs = measureProcessorTime(() => {
				hasMore = engine.prepareStep();
			});
			longestStep = Math.max(longestStep, stepMs);
			total += stepMs;
		}
		prepare.push(total);
	}
	return { apply: median(apply), prepare: median(prepare), maxPrepare: Math.max(...prepare), longestStep };
}

/** Processor milliseconds of one call; other load on the machine hardly changes them. */
function measureProcessorTime(action: () => unknown): number {
	const usageBefore = process.cpuUsage();
	action();
	const { user, system } = process.cpuUsage(usageBefore);
	return (user + system) / 1000;
}

export const run: Benchmark = async () => {
	const { engine, lastSession, matrix } = await warmEngine();
	const facts = createFacts(ROWS);
	const time = slotEnd(lastSession, 12);
	const coldMs = await timeOnce(() => engine.report(time, facts));
	const table = engine.report(time, facts);
	const [readMs = 0, reportMs = 0] = timeWithColdCaches([createSequentialRead(), () => engine.report(time, facts)]);
	const listMs = await measureMedian(createListRanking(table));
	engine.prepare();
	const slotTimes = measureSlots(engine, matrix, 13);
	const serial = await timeColdStart(1_200, 200, replay);
	const parallel = await timeColdStart(1_200, 200, replayParallel);
	return [
		compareToReference(
			'report of 10,000 tickers x 5 timeframes, warm',
			reportMs,
			readMs,
			'at most 50 ms, at most 5 times a plain read of what it touches',
		),
		rowWithoutReference('the same with all scales cold', formatMs(coldMs), null),
		rowWithoutReference('intake of one slot, processor time', formatMs(slotTimes.apply), null),
		rowWithoutReference(
			'windows and scales of the next slot, between reports, typical slot, processor time',
			formatMs(slotTimes.prepare),
			'at most 45 ms',
		),
		rowWithoutReference('the same in the slot in which all timeframes close', formatMs(slotTimes.maxPrepare), null),
		rowWithoutReference('its longest stretch without yielding', formatMs(slotTimes.longestStep), 'at most 45 ms'),
		rowWithoutReference('filter and rank one list of ten from 10,000', formatMs(listMs / 2), 'under 1 ms'),
		rowWithoutReference('cold start of 1,200 tickers over 200 sessions, one thread', formatSeconds(serial), 'a few seconds'),
		compareToReference(`the same on ${availableParallelism()} threads`, parallel, serial, 'less than one thread', formatSeconds),
		rowWithoutReference('memory of the windows, 10,000 tickers', formatMb(engine.byteLength()), 'under 150 MB'),
	];
};
