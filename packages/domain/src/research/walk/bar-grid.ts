import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import type { Calendar, Session } from '../../time/calendar.ts';
import { barCount, barOfSlot, barRange, clockVariance, lastElapsed, SLOT_MS, slotEnd } from '../../time/slots.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { UtcMs } from '../../time/units.ts';
import type { WalkMatrix } from './forward-walk.ts';

/**
 * Numbers the bars of one timeframe over all sessions, without gaps, from the calendar's first session. Don't store these numbers: a closure added to
 * the calendar shifts them.
 */
export interface BarGrid {
	readonly timeframe: TimeframeIndex;
	/** Returns the bar that contains the last elapsed slot at an instant (signals.md 1.9.4). Throws a RangeError before the first slot has elapsed. */
	barAt(ms: number): number;
	endOf(bar: number): UtcMs;
	sessionOf(bar: number): Session;
}

export function createBarGrid(calendar: Calendar, timeframe: TimeframeIndex): BarGrid {
	/** Number of bars before session i; extended on demand. */
	const before: number[] = [0];
	const sessionNumber = (ordinal: number): Session => {
		const session = calendar.sessionNumber(ordinal);
		if (!session) throw new RangeError(`Session ${ordinal} doesn't exist.`);
		return session;
	};
	const extendTo = (sessions: number): void => {
		for (let i = before.length - 1; i < sessions; i++) before.push(before[i]! + barCount(timeframe, sessionNumber(i).slots));
	};
	const ordinalOf = (bar: number): number => {
		while (before.at(-1)! <= bar) extendTo(before.length);
		let [low, high] = [0, before.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			if (before[middle]! <= bar) low = middle;
			else high = middle - 1;
		}
		return low;
	};
	return {
		timeframe,
		barAt: (ms) => {
			const at = lastElapsed(calendar, ms);
			if (!at) throw new RangeError(`No slot had elapsed at ${ms}.`);
			extendTo(at.session.ordinal);
			return before[at.session.ordinal]! + barOfSlot(timeframe, at.slot);
		},
		endOf: (bar) => {
			const session = sessionNumber(ordinalOf(bar));
			const index = bar - before[session.ordinal]!;
			return slotEnd(session, barRange(timeframe, session.slots, index).to - 1);
		},
		sessionOf: (bar) => sessionNumber(ordinalOf(bar)),
	};
}

/**
 * Finds the first slot that starts at or after an instant: the first chance to trade after a report was published. undefined if the calendar ends before
 * that.
 */
export function entrySlot(calendar: Calendar, published: number): { session: Session; slot: number; start: UtcMs } | undefined {
	const current = calendar.lastOpened(published);
	const slot = current ? Math.ceil((published - current.open) / SLOT_MS) : 0;
	const session = current && slot < current.slots ? current : calendar.nextToOpen(published);
	if (!session) return undefined;
	const index = session === current ? slot : 0;
	return { session, slot: index, start: (session.open + index * SLOT_MS) as UtcMs };
}

/** Closes of one timeframe over many sessions. Bar b of row r is at index b * rows + r. */
export interface CloseGrid {
	readonly timeframe: TimeframeIndex;
	readonly rows: number;
	/** Number of bars. */
	bars: number;
	/** ln of the close, adjusted for splits and dividends to the basis of the first session; NaN if the bar has no trade. */
	x: Float64Array;
	/** Closes as printed, dollars. */
	close: Float64Array;
	/** Clock variance of each bar. */
	q: Float64Array;
	/** End of each bar; for the last bar, the end of the slots elapsed so far. */
	end: Float64Array;
	/** Whether all slots of the last bar have elapsed. */
	closed: boolean;
}

/** Builds the closes of several timeframes from sessions added in order. `clock`: see `clockVariance`. */
export function createCloseGrids(rows: number, timeframes: readonly TimeframeIndex[], clock: readonly number[]) {
	const grids = timeframes.map(
		(timeframe): CloseGrid => ({
			timeframe,
			rows,
			bars: 0,
			x: new Float64Array(0),
			close: new Float64Array(0),
			q: new Float64Array(0),
			end: new Float64Array(0),
			closed: true,
		}),
	);
	/** By row: ln of the factor that adjusts closes added from now on. */
	const shift = new Float64Array(rows);
	/** By row: last close on the current share basis. */
	const last = new Float64Array(rows).fill(Number.NaN);

	const append = (grid: CloseGrid, matrix: WalkMatrix, elapsed: number, open: UtcMs): void => {
		for (let bar = 0; bar < barCount(grid.timeframe, matrix.slots); bar++) {
			const { from, to } = barRange(grid.timeframe, matrix.slots, bar);
			if (from >= elapsed) return;
			const until = Math.min(to, elapsed);
			const at = grid.bars++;
			grid.x = grown(grid.x, grid.bars * rows);
			grid.close = grown(grid.close, grid.bars * rows);
			grid.q = grown(grid.q, grid.bars);
			grid.end = grown(grid.end, grid.bars);
			grid.q[at] = clockVariance(clock, from, until);
			grid.end[at] = open + until * 900_000;
			grid.closed = until === to;
			for (let row = 0; row < rows; row++) {
				let price = Number.NaN;
				for (let slot = from; slot < until; slot++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) price = matrix.close[cell]!;
				}
				grid.close[at * rows + row] = price;
				grid.x[at * rows + row] = Math.log(price) + shift[row]!;
			}
		}
	};

	return {
		grids: grids as readonly CloseGrid[],
		/** Adds the first `elapsed` slots of a session that opened at `open`. */
		addSession: (matrix: WalkMatrix, open: UtcMs, elapsed: number, { splits = [], dividends = [] }: SessionAdjustments): void => {
			for (const { row, ratio } of splits) {
				shift[row] = shift[row]! + Math.log(ratio);
				last[row] = last[row]! / ratio;
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / last[row]!;
				if (factor > 0) shift[row] = shift[row]! - Math.log(factor);
			}
			for (const grid of grids) append(grid, matrix, elapsed, open);
			for (let slot = 0; slot < elapsed; slot++) {
				for (let row = 0; row < rows; row++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) last[row] = matrix.close[cell]!;
				}
			}
		},
	};
}

function grown(column: Float64Array, length: number): Float64Array {
	if (column.length >= length) return column;
	const larger = new Float64Array(Math.max(length, column.length * 2));
	larger.set(column);
	return larger;
}
