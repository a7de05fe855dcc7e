import { createSessionMatrix } from '../prices/session-matrix.ts';
import { expectedShare } from '../signals/engine/clock.ts';
import { createEngine } from '../signals/engine/create-engine.ts';
import { foldBar } from '../signals/engine/fold.ts';
import type { Frame } from '../signals/engine/frame-state.ts';
import { rowDetail } from '../signals/engine/report.ts';
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
import { type Adapters, adapter } from './vector-adapter.ts';

/**
 * The score vectors state the inputs of formulas: expected amounts, past surges, true ranges. The engine needs bars, so each adapter constructs a market of
 * one ticker whose bars produce exactly these numbers. It runs the shipped engine on that market and reads the report. Every bar is one slot of 15 minutes.
 */
const TF = 0;

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

function price({ closes, Q, empty, W, h, lastFractionQ = 1 }: PriceInput, split?: { at: number; ratio: number }) {
	const at = split?.at ?? closes.length;
	const clock = Q.map((q, bar) => Math.sqrt(bar === Q.length - 1 ? q * lastFractionQ : q));
	if (clock.some((f, bar) => bar >= at && f !== clock[bar - at])) throw new RangeError('The session after a split has the same clock.');
	const slots = closes.map((close, bar): Slot => ({ close: empty[bar] ? null : close }));
	const parameters = { ...PARAMETERS_V1, clock, windowBars: same(W), moveBars: same(h) };
	const { status, scale, z, depth } = cellOf(
		lived(parameters, [{ slots: slots.slice(0, at) }, ...(split ? [{ slots: slots.slice(at), split: split.ratio }] : [])]),
		'price',
	);
	return { status, sigma: scale, z, short: depth(0), long: depth(1) };
}

/** Returns one cell's numbers, and a function for the cell's depths in the report. */
function cellOf(engine: Engine, name: CellName): CellDetail & { depth(sector: SectorIndex): number | null } {
	const cell = engine.detail(0).timeframes[TF]?.[name];
	if (!cell) throw new RangeError(`No cell ${name}.`);
	const { words } = reported(engine);
	return { ...cell, depth: (sector) => depthIn(words[TF][0]!, sector) };
}

function reported(engine: Engine): ReportTable {
	return engine.report(utcMs(0), { tickerIds: Uint32Array.of(1), shares: Float64Array.of(1), mentions: Int32Array.of(-1) });
}

/** Runs an engine over the days, to the end of the last slot. */
function lived(parameters: ParameterSet, days: readonly Day[]): Engine {
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

function same<T>(value: T): PerTimeframe<T> {
	return [value, value, value, value, value];
}

/** Scores bars with a known expected amount: the previous day's total is `daily`, and each bar is expected to have `share` of that total. */
function amounts(name: CellName, share: number, daily: Slot | null, bars: readonly Slot[]) {
	return cellOf(
		lived(
			{
				...PARAMETERS_V1,
				volumeShare: bars.map(() => share),
				optionShare: bars.map(() => share),
				daily: { sessions: 1, least: 1 },
				windowBars: same(bars.length - 1),
			},
			// A ticker's days count from its first trade.
			[...(daily ? [{ slots: [{ close: 100 }] }, { slots: [daily] }] : []), { slots: bars }],
		),
		name,
	);
}

/** Converts a cell to the vectors' form of a surge: z is u / s. */
function surge({ status, z, scale, depth }: ReturnType<typeof amounts>, sector: SectorIndex) {
	return {
		status,
		u: z === null || scale === null ? null : z * scale,
		s: scale,
		z,
		depth: depth(sector),
	};
}

/** Computes the amount whose surge over `expected` is u. */
function amountOf(u: number, expected: number, pseudo: number): number {
	const amount = (expected + pseudo) * Math.exp(u) - pseudo;
	if (amount < 0) throw new RangeError(`Nothing lies ${u} below ${expected}.`);
	return amount;
}

interface OptionInput {
	calls: number | null;
	puts: number | null;
	expected: number;
	medianDaily: number;
}

function options(name: 'sum' | 'diff', input: OptionInput, past: readonly { calls: number; puts: number }[]) {
	const { calls, puts, expected, medianDaily } = input;
	const bars = [...past, { calls, puts }].map((contracts): Slot => ({ close: 100, ...contracts }));
	return amounts(name, expected / medianDaily, { close: 100, calls: medianDaily, puts: 0 }, bars);
}

/** Computes calls and puts whose balance is b. */
function balanced(b: number, kappa: number): { calls: number; puts: number } {
	const total = kappa * (1 + (2 * Math.abs(b)) / (1 - Math.abs(b)));
	const surplus = b * (total + kappa);
	return { calls: (total + surplus) / 2, puts: (total - surplus) / 2 };
}

/** Scores a squeeze from the ranges of closed bars. Ranges are multiplied by ten, because whole numbers are stored exactly. */
function squeezeOf(last10: readonly number[], window: readonly number[]) {
	const parameters = { ...PARAMETERS_V1, windowBars: same(window.length) };
	const state = createEngineState(parameters, 1);
	const frame = state.frames[TF] as Frame;
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
	computeScales(frame, clock.bar, 0, 1, columns.now, parameters);
	const table = createReportTable(utcMs(0), 'reverse', 1);
	scoreFrame(frame, state.shared, Uint32Array.of(0), 1, table, parameters);
	const cell = rowDetail(state, 0).timeframes[TF]?.squeeze;
	return { status: cell?.status, q: cell?.value, zeta: cell?.z, depth: depthIn(table.words[TF][0]!, SQUEEZE) };
}

/** Computes the engine's word for readings with these depths, from scales of 1 and amounts with matching surges. */
export function scoredWord(named: Readonly<Record<string, number | null>>): number {
	const { volume, optionSum } = PARAMETERS_V1;
	const depth = (key: string): number => named[key] ?? 0;
	/** Returns the z of two opposite sectors, of which at most one is lit. */
	const z = (up: string, down: string): number => {
		if (depth(up) > 0 && depth(down) > 0) throw new RangeError(`${up} and ${down} cannot both be lit.`);
		return named[up] === null ? Number.NaN : zOf(depth(up)) - zOf(depth(down));
	};
	const state = createEngineState(PARAMETERS_V1, 1);
	const frame = state.frames[TF] as Frame;
	const { shared } = state;
	const { columns, clock } = frame;
	const { now } = columns;
	for (const scale of [now.sigma, now.volume, now.sum, now.diff]) scale[0] = 1;
	clock.bar = 0;
	clock.barQ[0] = 1;
	for (const closes of columns.closes) closes.fill(0);
	shared.close[0] = z('price_short', 'price_long');
	shared.dailyAmount[0] = 1000;
	clock.volumeShare = 1;
	columns.amount[0] = named['volume'] === null ? Number.NaN : amountOf(zOf(depth('volume')), 1000, volume.pseudo);
	shared.dailyContracts[0] = 1000;
	clock.optionShare = 1;
	columns.calls[0] = named['call_with_put'] === null ? Number.NaN : amountOf(zOf(depth('call_with_put')), 1000, optionSum.pseudo);
	columns.puts[0] = 0;
	const calls = columns.calls[0];
	const kappa = Math.max(PARAMETERS_V1.optionDiff.kappaMin, PARAMETERS_V1.optionDiff.kappaShare * 1000);
	now.diffCentre[0] = calls / (calls + kappa) - z('call_without_put_short', 'call_without_put_long');
	now.zeta[0] = named['squeeze'] === null ? Number.NaN : zOf(depth('squeeze'));
	const table = createReportTable(utcMs(0), 'reverse', 1);
	scoreFrame(frame, shared, Uint32Array.of(0), 1, table, PARAMETERS_V1);
	return table.words[TF][0]!;
}

/** Returns a z slightly above the threshold of a depth; 0 for depth 0. */
function zOf(depth: number): number {
	return depth === 0 ? 0 : PARAMETERS_V1.rings[depth - 1]! + 0.1;
}

export const engineVectors: Adapters = {
	ring: adapter(({ z }: { z: (number | null)[] }) => {
		const rows = z.length;
		const state = createEngineState(PARAMETERS_V1, rows);
		const frame = state.frames[TF] as Frame;
		frame.clock.bar = 0;
		frame.clock.barQ[0] = 1;
		frame.columns.now.sigma.fill(1);
		for (const closes of frame.columns.closes) closes.fill(0);
		state.shared.close.set(z.map((value) => value ?? Number.NaN));
		const table = createReportTable(utcMs(0), 'reverse', rows);
		scoreFrame(frame, state.shared, Uint32Array.from(z.keys()), rows, table, PARAMETERS_V1);
		return Array.from(table.words[TF], (word) => depthIn(word, 0));
	}),
	priceScore: adapter((input: PriceInput) => price(input)),
	splitThenPriceScore: adapter((input: PriceInput & { closes: number[]; volumes: number[]; splitIndex: number; factor: number }) => {
		const { splitIndex: at, factor } = input;
		return { ...splitAdjusted(input.closes, input.volumes, at, factor), score: price(input, { at, ratio: factor }) };
	}),
	volumeScore: adapter(({ v, expected, past_u }: { v: number; expected: number | null; past_u: number[] }) => {
		const { pseudo } = PARAMETERS_V1.volume;
		const day = expected === null ? null : { close: expected > 0 ? 100 : null, volume: expected };
		// If nothing is expected, no bar has a surge.
		const past = past_u.map((u) => (expected ? amountOf(u, expected, pseudo) : 1));
		const bars = [...past, v].map((volume): Slot => ({ close: 100, volume }));
		return surge(amounts('volume', 1, day, bars), 3);
	}),
	optionSumScore: adapter((input: OptionInput & { past_u: number[] }) => {
		const past = input.past_u.map((u) => ({ calls: amountOf(u, input.expected, PARAMETERS_V1.optionSum.pseudo), puts: 0 }));
		return surge(options('sum', input, past), 2);
	}),
	optionDiffScore: adapter((input: OptionInput & { past_b: number[] }) => {
		const { kappaMin, kappaShare } = PARAMETERS_V1.optionDiff;
		const kappa = Math.max(kappaMin, kappaShare * input.expected);
		const { status, scale, value, z, depth } = options(
			'diff',
			input,
			input.past_b.map((b) => balanced(b, kappa)),
		);
		const b = z === null || value === null || scale === null ? null : value + z * scale;
		return { status, b, m: value, s: scale, z, short: depth(5), long: depth(4) };
	}),
	squeezeScore: adapter(({ last10, window }: { last10: number[]; window: number[] }) => squeezeOf(last10, window)),
	expectedVolume: adapter(({ adv20, g, slots }: { adv20: number | null; g: number[]; slots: [number, number] }) =>
		adv20 === null ? null : adv20 * expectedShare(g, ...slots, g.length),
	),
};
