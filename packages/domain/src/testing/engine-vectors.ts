import { createSessionMatrix } from '../prices/session-matrix.ts';
import { expectedShare } from '../signals/engine/clock.ts';
import { createEngine } from '../signals/engine/create-engine.ts';
import { foldBar } from '../signals/engine/fold.ts';
import type { Frame } from '../signals/engine/frame-state.ts';
import { buildRowDetail } from '../signals/engine/report.ts';
import { computeScales, sortWindows } from '../signals/engine/scales.ts';
import { scoreFrame } from '../signals/engine/score.ts';
import { createEngineState } from '../signals/engine/state.ts';
import type { CellDetail, Engine } from '../signals/engine/types.ts';
import { depthIn } from '../signals/packed.ts';
import { PARAMETERS_V1, type ParameterSet, type PerTimeframe } from '../signals/parameters.ts';
import { createReportTable, type ReportTable } from '../signals/report-table.ts';
import { type SectorIndex, SQUEEZE } from '../signals/sector.ts';
import { DAY, exchangeDate, utcMs } from '../time/units.ts';
import { splitAdjusted } from './market-vectors.ts';
import { type Adapters, createAdapter } from './vector-adapter.ts';

/**
 * The score vectors state the inputs of formulas: expected amounts, past surges, true ranges. The engine needs bars, so each adapter constructs a market of
 * one ticker whose bars produce exactly these numbers. It runs the shipped engine on that market and reads the report. Every bar is one slot of 15 minutes.
 */
const TIMEFRAME = 0;

interface Slot {
	close: number | null;
	volume?: number;
	calls?: number | null;
	puts?: number | null;
}
interface Day {
	slots: readonly Slot[];
	/** Split before the day's open, in new shares per old share. */
	split?: number;
}

type CellName = 'price' | 'volume' | 'sum' | 'diff' | 'squeeze';

interface PriceInput {
	closes: (number | null)[];
	Q: number[];
	empty: boolean[];
	W: number;
	h: number;
	/** Elapsed share of the last bar in clock variance. */
	lastFractionQ?: number;
}

function scorePrice({ closes, Q, empty, W, h, lastFractionQ = 1 }: PriceInput, split?: { at: number; ratio: number }) {
	const splitIndex = split?.at ?? closes.length;
	const clock = Q.map((q, bar) => Math.sqrt(bar === Q.length - 1 ? q * lastFractionQ : q));
	if (clock.some((f, bar) => bar >= splitIndex && f !== clock[bar - splitIndex]))
		throw new RangeError('The session after a split has the same clock.');
	const slotsOfBars = closes.map((close, bar): Slot => ({ close: empty[bar] ? null : close }));
	const parameters = { ...PARAMETERS_V1, clock, windowBars: repeatPerTimeframe(W), moveBars: repeatPerTimeframe(h) };
	const { status, scale, z, depth } = readCell(
		runDays(parameters, [
			{ slots: slotsOfBars.slice(0, splitIndex) },
			...(split ? [{ slots: slotsOfBars.slice(splitIndex), split: split.ratio }] : []),
		]),
		'price',
	);
	return { status, sigma: scale, z, short: depth(0), long: depth(1) };
}

/** Returns one cell's numbers, and a function for the cell's depths in the report. */
function readCell(engine: Engine, name: CellName): CellDetail & { depth(sector: SectorIndex): number | null } {
	const cell = engine.detail(0).timeframes[TIMEFRAME]?.[name];
	if (!cell) throw new RangeError(`No cell ${name}.`);
	const { words } = buildReport(engine);
	return { ...cell, depth: (sector) => depthIn(words[TIMEFRAME][0]!, sector) };
}

function buildReport(engine: Engine): ReportTable {
	return engine.report(utcMs(0), { tickerIds: Uint32Array.of(1), shares: Float64Array.of(1), mentions: Int32Array.of(-1) });
}

/** Runs an engine over the days, to the end of the last slot. */
function runDays(parameters: ParameterSet, days: readonly Day[]): Engine {
	const engine = createEngine({ parameters, rows: 1 });
	engine.announceSplits(days.flatMap(({ split }) => (split === undefined ? [] : [{ row: 0, ratio: split }])));
	for (const [index, { slots, split }] of days.entries()) {
		const open = utcMs(index * DAY);
		const matrix = createSessionMatrix(slots.length, 1);
		for (const [at, { close, volume = 1, calls = null, puts = null }] of slots.entries()) {
			if (close !== null) {
				for (const prices of [matrix.open, matrix.high, matrix.low, matrix.close]) prices[at] = close;
				matrix.volume[at] = volume;
			}
			matrix.calls[at] = calls ?? Number.NaN;
			matrix.puts[at] = puts ?? Number.NaN;
		}
		const session = { date: exchangeDate(new Date(open).toISOString().slice(0, 10)), open, slots: slots.length };
		engine.startSession(session, split === undefined ? {} : { splits: [{ row: 0, ratio: split }] });
		for (let slot = 0; slot < slots.length; slot++) engine.applySlot(matrix, slot);
	}
	return engine;
}

function repeatPerTimeframe<T>(value: T): PerTimeframe<T> {
	return [value, value, value, value, value];
}

/** Scores bars with a known expected amount: the previous day's total is `daily`, and each bar is expected to have the fraction `barShare` of it. */
function scoreAmounts(name: CellName, barShare: number, daily: Slot | null, bars: readonly Slot[]) {
	return readCell(
		runDays(
			{
				...PARAMETERS_V1,
				volumeShare: bars.map(() => barShare),
				optionShare: bars.map(() => barShare),
				daily: { sessions: 1, least: 1 },
				windowBars: repeatPerTimeframe(bars.length - 1),
			},
			// A ticker's days count from its first trade.
			[...(daily ? [{ slots: [{ close: 100 }] }, { slots: [daily] }] : []), { slots: bars }],
		),
		name,
	);
}

/** Converts a cell to the vectors' form of a surge: z is u / s. */
function presentSurge({ status, z, scale, depth }: ReturnType<typeof scoreAmounts>, sector: SectorIndex) {
	return {
		status,
		u: z === null || scale === null ? null : z * scale,
		s: scale,
		z,
		depth: depth(sector),
	};
}

/** Computes the amount whose surge over `expected` is u. */
function amountForSurge(u: number, expected: number, pseudo: number): number {
	const amount = (expected + pseudo) * Math.exp(u) - pseudo;
	if (amount < 0) throw new RangeError(`No amount has the surge ${u} over ${expected}.`);
	return amount;
}

interface OptionInput {
	calls: number | null;
	puts: number | null;
	expected: number;
	medianDaily: number;
}

function scoreOptions(name: 'sum' | 'diff', input: OptionInput, past: readonly { calls: number; puts: number }[]) {
	const { calls, puts, expected, medianDaily } = input;
	const bars = [...past, { calls, puts }].map((contracts): Slot => ({ close: 100, ...contracts }));
	return scoreAmounts(name, expected / medianDaily, { close: 100, calls: medianDaily, puts: 0 }, bars);
}

/** Computes calls and puts whose balance is b. */
function contractsForBalance(b: number, kappa: number): { calls: number; puts: number } {
	const total = kappa * (1 + (2 * Math.abs(b)) / (1 - Math.abs(b)));
	const surplus = b * (total + kappa);
	return { calls: (total + surplus) / 2, puts: (total - surplus) / 2 };
}

/** Scores a squeeze from the ranges of closed bars. Ranges are multiplied by ten, because whole numbers are stored exactly. */
function scoreSqueeze(last10: readonly number[], window: readonly number[]) {
	const parameters = { ...PARAMETERS_V1, windowBars: repeatPerTimeframe(window.length) };
	const state = createEngineState(parameters, 1);
	const frame = state.frames[TIMEFRAME] as Frame;
	const { columns, clock } = frame;
	columns.firstBar[0] = 0;
	for (const closes of columns.closes) closes.fill(0);
	state.shared.close[0] = 0;
	columns.traded[0] = 1;
	clock.q = 1;
	for (const range of [...window, ...last10]) {
		clock.bar++;
		columns.range[0] = range * 10;
		foldBar(frame, 0, 1, state.shared, parameters);
	}
	sortWindows(frame);
	// The next bar has begun, and nothing has traded in it.
	clock.bar++;
	clock.closed = false;
	columns.traded[0] = 0;
	computeScales(frame, clock.bar, 0, 1, columns.currentScales, parameters);
	const table = createReportTable(utcMs(0), 'reverse', 1);
	scoreFrame(frame, state.shared, Uint32Array.of(0), 1, table, parameters);
	const cell = buildRowDetail(state, 0).timeframes[TIMEFRAME]?.squeeze;
	return { status: cell?.status, q: cell?.value, zeta: cell?.z, depth: depthIn(table.words[TIMEFRAME][0]!, SQUEEZE) };
}

/** Computes the engine's word for readings with these depths, from scales of 1 and amounts with matching surges. */
export function scoredWord(depthByName: Readonly<Record<string, number | null>>): number {
	const { volume, optionSum } = PARAMETERS_V1;
	const depth = (key: string): number => depthByName[key] ?? 0;
	/** Returns the z of two opposite sectors, of which at most one is lit. */
	const z = (up: string, down: string): number => {
		if (depth(up) > 0 && depth(down) > 0) throw new RangeError(`${up} and ${down} cannot both be lit.`);
		return depthByName[up] === null ? Number.NaN : zForDepth(depth(up)) - zForDepth(depth(down));
	};
	const state = createEngineState(PARAMETERS_V1, 1);
	const frame = state.frames[TIMEFRAME] as Frame;
	const { shared } = state;
	const { columns, clock } = frame;
	const { currentScales } = columns;
	for (const scale of [currentScales.sigma, currentScales.volume, currentScales.sum, currentScales.diff]) scale[0] = 1;
	clock.bar = 0;
	clock.barQ[0] = 1;
	for (const closes of columns.closes) closes.fill(0);
	shared.close[0] = z('price_short', 'price_long');
	shared.dailyAmount[0] = 1000;
	clock.volumeShare = 1;
	columns.amount[0] = depthByName['volume'] === null ? Number.NaN : amountForSurge(zForDepth(depth('volume')), 1000, volume.pseudo);
	shared.dailyContracts[0] = 1000;
	clock.optionShare = 1;
	columns.calls[0] =
		depthByName['call_with_put'] === null ? Number.NaN : amountForSurge(zForDepth(depth('call_with_put')), 1000, optionSum.pseudo);
	columns.puts[0] = 0;
	const calls = columns.calls[0];
	const kappa = Math.max(PARAMETERS_V1.optionDiff.kappaMin, PARAMETERS_V1.optionDiff.kappaShare * 1000);
	currentScales.diffCentre[0] = calls / (calls + kappa) - z('call_without_put_short', 'call_without_put_long');
	currentScales.zeta[0] = depthByName['squeeze'] === null ? Number.NaN : zForDepth(depth('squeeze'));
	const table = createReportTable(utcMs(0), 'reverse', 1);
	scoreFrame(frame, shared, Uint32Array.of(0), 1, table, PARAMETERS_V1);
	return table.words[TIMEFRAME][0]!;
}

/** Returns a z slightly above the threshold of a depth; 0 for depth 0. */
function zForDepth(depth: number): number {
	return depth === 0 ? 0 : PARAMETERS_V1.rings[depth - 1]! + 0.1;
}

export const engineVectors: Adapters = {
	ring: createAdapter(({ z }: { z: (number | null)[] }) => {
		const rows = z.length;
		const state = createEngineState(PARAMETERS_V1, rows);
		const frame = state.frames[TIMEFRAME] as Frame;
		frame.clock.bar = 0;
		frame.clock.barQ[0] = 1;
		frame.columns.currentScales.sigma.fill(1);
		for (const closes of frame.columns.closes) closes.fill(0);
		state.shared.close.set(z.map((value) => value ?? Number.NaN));
		const table = createReportTable(utcMs(0), 'reverse', rows);
		scoreFrame(frame, state.shared, Uint32Array.from(z.keys()), rows, table, PARAMETERS_V1);
		return Array.from(table.words[TIMEFRAME], (word) => depthIn(word, 0));
	}),
	priceScore: createAdapter((input: PriceInput) => scorePrice(input)),
	splitThenPriceScore: createAdapter((input: PriceInput & { closes: number[]; volumes: number[]; splitIndex: number; factor: number }) => {
		const { splitIndex: at, factor } = input;
		return { ...splitAdjusted(input.closes, input.volumes, at, factor), score: scorePrice(input, { at, ratio: factor }) };
	}),
	volumeScore: createAdapter(({ v, expected, past_u }: { v: number; expected: number | null; past_u: number[] }) => {
		const { pseudo } = PARAMETERS_V1.volume;
		const day = expected === null ? null : { close: expected > 0 ? 100 : null, volume: expected };
		// If nothing is expected, no bar has a surge.
		const past = past_u.map((u) => (expected ? amountForSurge(u, expected, pseudo) : 1));
		const bars = [...past, v].map((volume): Slot => ({ close: 100, volume }));
		return presentSurge(scoreAmounts('volume', 1, day, bars), 3);
	}),
	optionSumScore: createAdapter((input: OptionInput & { past_u: number[] }) => {
		const past = input.past_u.map((u) => ({ calls: amountForSurge(u, input.expected, PARAMETERS_V1.optionSum.pseudo), puts: 0 }));
		return presentSurge(scoreOptions('sum', input, past), 2);
	}),
	optionDiffScore: createAdapter((input: OptionInput & { past_b: number[] }) => {
		const { kappaMin, kappaShare } = PARAMETERS_V1.optionDiff;
		const kappa = Math.max(kappaMin, kappaShare * input.expected);
		const { status, scale, value, z, depth } = scoreOptions(
			'diff',
			input,
			input.past_b.map((b) => contractsForBalance(b, kappa)),
		);
		const b = z === null || value === null || scale === null ? null : value + z * scale;
		return { status, b, m: value, s: scale, z, short: depth(5), long: depth(4) };
	}),
	squeezeScore: createAdapter(({ last10, window }: { last10: number[]; window: number[] }) => scoreSqueeze(last10, window)),
	expectedVolume: createAdapter(({ adv20, g, slots }: { adv20: number | null; g: number[]; slots: [number, number] }) =>
		adv20 === null ? null : adv20 * expectedShare(g, ...slots, g.length),
	),
};
