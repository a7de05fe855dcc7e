import { winsorise } from '../../statistics/moments.ts';
import { FULL_SLOTS } from '../../time/slots.ts';
import type { WalkMatrix } from '../walk/forward-walk.ts';
import { type DailyPanel, type LogPanel, NOT_ELIGIBLE } from './daily-panel.ts';

/** Prepared daily bars of a market. */
export interface DailyMarket {
	readonly panel: DailyPanel;
	readonly logs: LogPanel;
	/** See `computeLiquidityTiers`. */
	readonly tiers: Int8Array;
}

/** Lengths in sessions. */
const WEEK = 5;
const MONTH = 21;
/** Number of previous months to which a month's volume is compared. */
const BASELINE_MONTHS = 3;
/** Share of tickers in each of the lowest and the highest group. */
const GROUP_SHARE = 0.2;
/** Minimum number of tickers for a sort. */
const MIN_TICKERS = 50;

/** Results of sorting by moves during sessions, and by moves overnight; one element per week. */
export interface WeeklyReversals {
	readonly intraday: number[];
	readonly overnight: number[];
}

/**
 * Measures the return of a week's losers minus that of the week's winners in the following week, for weeks without overlap. Losers and winners are selected
 * once by moves from open to close, and once by overnight moves. A positive mean is a reversal.
 */
export function measureWeeklyReversals({ panel, logs, tiers }: DailyMarket): WeeklyReversals {
	const reversals: WeeklyReversals = { intraday: [], overnight: [] };
	const sessions = panel.dates.length;
	for (let s = WEEK; s + WEEK < sessions; s += WEEK) {
		const rows = eligibleRows({ panel, logs, tiers }, s, WEEK);
		const nextReturns = rows.map((row) => forwardReturn(logs, row * sessions + s, WEEK));
		const intraday = rows.map((row) => sumOf(WEEK, (back) => difference(logs.close, logs.open, row * sessions + s - back, 0)));
		const overnight = rows.map((row) => sumOf(WEEK, (back) => difference(logs.open, logs.close, row * sessions + s - back, 1)));
		pushNumber(reversals.intraday, computeLowMinusHigh(intraday, nextReturns));
		pushNumber(reversals.overnight, computeLowMinusHigh(overnight, nextReturns));
	}
	return reversals;
}

/**
 * Measures the return of a month's losers minus that of the month's winners in the following month, among tickers with unusually low and unusually high
 * volume.
 */
export function measureMonthlyReversals({ panel, logs, tiers }: DailyMarket): { low: number[]; high: number[] } {
	const reversals = { low: [] as number[], high: [] as number[] };
	const sessions = panel.dates.length;
	for (let s = (BASELINE_MONTHS + 1) * MONTH; s + MONTH < sessions; s += MONTH) {
		const rows = eligibleRows({ panel, logs, tiers }, s, MONTH);
		const volume = rows.map((row) => relativeVolume(panel, row * sessions + s));
		const sortedIndexes = rows.map((_, i) => i).sort((a, b) => volume[a]! - volume[b]!);
		const groupSize = Math.floor(sortedIndexes.length * GROUP_SHARE);
		for (const [list, members] of [
			[reversals.low, sortedIndexes.slice(0, groupSize)],
			[reversals.high, sortedIndexes.slice(sortedIndexes.length - groupSize)],
		] as const) {
			const pastReturns = members.map((i) => difference(logs.close, logs.close, rows[i]! * sessions + s, MONTH));
			pushNumber(
				list,
				computeLowMinusHigh(
					pastReturns,
					members.map((i) => forwardReturn(logs, rows[i]! * sessions + s, MONTH)),
				),
			);
		}
	}
	return reversals;
}

/** Selects rows that are eligible in session s, have prices in the `length` sessions before, and have a return afterwards. */
function eligibleRows({ panel, logs, tiers }: DailyMarket, s: number, length: number): number[] {
	const sessions = panel.dates.length;
	return Array.from({ length: panel.rows }, (_, row) => row).filter((row) => {
		const at = row * sessions + s;
		if (tiers[at] === NOT_ELIGIBLE || s + length >= logs.quarantineStart[row]!) return false;
		for (let i = at - length; i <= at; i++) if (Number.isNaN(logs.close[i]!) || Number.isNaN(logs.open[i]!)) return false;
		return !Number.isNaN(forwardReturn(logs, at, length));
	});
}

/** Computes the winsorised log return from the next open to the last close within the horizon; NaN without a close. */
function forwardReturn(logs: LogPanel, at: number, horizon: number): number {
	for (let i = at + horizon; i > at; i--) {
		const close = logs.close[i]!;
		if (!Number.isNaN(close)) return winsorise(close - logs.open[at + 1]!);
	}
	return Number.NaN;
}

/** Computes the mean value of the fifth with the lowest keys minus that of the fifth with the highest keys; NaN with too few tickers. */
export function computeLowMinusHigh(keys: readonly number[], values: readonly number[]): number {
	if (keys.length < MIN_TICKERS) return Number.NaN;
	const sortedIndexes = keys.map((_, i) => i).sort((a, b) => keys[a]! - keys[b]!);
	const groupSize = Math.floor(sortedIndexes.length * GROUP_SHARE);
	const meanOf = (list: readonly number[]): number => list.reduce((sum, i) => sum + values[i]!, 0) / list.length;
	return meanOf(sortedIndexes.slice(0, groupSize)) - meanOf(sortedIndexes.slice(sortedIndexes.length - groupSize));
}

function difference(later: Float64Array, earlier: Float64Array, at: number, back: number): number {
	return later[at]! - earlier[at - back]!;
}

function sumOf(count: number, value: (back: number) => number): number {
	let sum = 0;
	for (let back = 0; back < count; back++) sum += value(back);
	return sum;
}

/** Computes the volume of the month up to a session, relative to the mean of the three months before. */
function relativeVolume(panel: DailyPanel, at: number): number {
	const month = sumOf(MONTH, (back) => panel.volume[at - back]!);
	const baseline = sumOf(BASELINE_MONTHS * MONTH, (back) => panel.volume[at - MONTH - back]!) / BASELINE_MONTHS;
	return month / Math.max(1, baseline);
}

function pushNumber(list: number[], value: number): void {
	if (!Number.isNaN(value)) list.push(value);
}

interface DayValue {
	readonly date: string;
	readonly value: number;
}

export interface HalfHourSorts {
	/** Return from 15:30 to the close of the losers up to 15:30, minus that of the winners. */
	readonly reversal: readonly DayValue[];
	/** Return of a half-hour's winners, minus that of the losers, in the same half-hour of the next session. Mean over a day's half-hours. */
	readonly continuation: readonly DayValue[];
}

const HALF_HOURS = FULL_SLOTS / 2;
/** Minimum number of slots with trades. Tickers that trade less often have outdated prices. */
const MIN_TRADED_SLOTS = 20;

/**
 * Sorts tickers within each session. Add sessions in order; sessions with an early close are left out. `previousPrices` are the last prices before the
 * session, on the session's share basis.
 */
export function createHalfHourSorts(rows: number, isSorted: (row: number) => boolean) {
	const sorts = { reversal: [] as DayValue[], continuation: [] as DayValue[] };
	let previousMoves: Float64Array | null = null;
	return {
		sorts: sorts as HalfHourSorts,
		add: (date: string, matrix: WalkMatrix, previousPrices: Float64Array): void => {
			if (matrix.slots !== FULL_SLOTS) {
				previousMoves = null;
				return;
			}
			const moves = halfHourMoves(matrix, isSorted);
			const sortedRows = Array.from({ length: rows }, (_, row) => row).filter((row) => !Number.isNaN(moves[row]!));
			const lastStart = (HALF_HOURS - 1) * rows;
			const pricedRows = sortedRows.filter((row) => previousPrices[row]! > 0);
			const dayReturns = pricedRows.map((row) => winsorise(lastLogPrice(matrix, FULL_SLOTS - 3, row) - Math.log(previousPrices[row]!)));
			addDay(
				sorts.reversal,
				date,
				computeLowMinusHigh(
					dayReturns,
					pricedRows.map((row) => moves[lastStart + row]!),
				),
			);
			if (previousMoves) {
				const previous = previousMoves;
				const commonRows = sortedRows.filter((row) => !Number.isNaN(previous[row]!));
				const values = Array.from({ length: HALF_HOURS }, (_, h) => {
					const valuesAt = (list: Float64Array): number[] => commonRows.map((row) => list[h * rows + row]!);
					return -computeLowMinusHigh(valuesAt(previous), valuesAt(moves));
				});
				addDay(sorts.continuation, date, values.reduce((sum, value) => sum + value, 0) / HALF_HOURS);
			}
			previousMoves = moves;
		},
	};
}

/** Computes log returns, at index half-hour * rows + row, each from the last price before the half-hour; NaN for rows that aren't sorted. */
function halfHourMoves(matrix: WalkMatrix, isSorted: (row: number) => boolean): Float64Array {
	const { rows, open, close } = matrix;
	const moves = new Float64Array(HALF_HOURS * rows).fill(Number.NaN);
	for (let row = 0; row < rows; row++) {
		if (!isSorted(row)) continue;
		let tradedSlots = 0;
		for (let slot = 0; slot < FULL_SLOTS; slot++) if (close[slot * rows + row]! > 0) tradedSlots++;
		if (tradedSlots < MIN_TRADED_SLOTS || !(open[row]! > 0)) continue;
		let price = Math.log(open[row]!);
		for (let h = 0; h < HALF_HOURS; h++) {
			const current = lastLogPrice(matrix, 2 * h + 1, row);
			moves[h * rows + row] = winsorise(current - price);
			price = current;
		}
	}
	return moves;
}

/** Returns the log of the last close up to the end of a slot; NaN without a close. */
function lastLogPrice({ rows, close }: WalkMatrix, slot: number, row: number): number {
	for (let at = slot; at >= 0; at--) if (close[at * rows + row]! > 0) return Math.log(close[at * rows + row]!);
	return Number.NaN;
}

function addDay(days: DayValue[], date: string, value: number): void {
	if (!Number.isNaN(value)) days.push({ date, value });
}
