import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import type { Calendar, Session } from '../../time/calendar.ts';
import { barCount, barOfSlot, barRange, clockVariance, findLastElapsed, SLOT_MS, slotEnd } from '../../time/slots.ts';
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
	const barsBefore: number[] = [0];
	const requireSession = (ordinal: number): Session => {
		const session = calendar.sessionByOrdinal(ordinal);
		if (!session) throw new RangeError(`Session ${ordinal} doesn't exist.`);
		return session;
	};
	const extendTo = (sessionCount: number): void => {
		for (let i = barsBefore.length - 1; i < sessionCount; i++)
			barsBefore.push(barsBefore[i]! + barCount(timeframe, requireSession(i).slots));
	};
	const ordinalOf = (bar: number): number => {
		while (barsBefore.at(-1)! <= bar) extendTo(barsBefore.length);
		let [low, high] = [0, barsBefore.length - 1];
		while (low < high) {
			const middle = (low + high + 1) >>> 1;
			if (barsBefore[middle]! <= bar) low = middle;
			else high = middle - 1;
		}
		return low;
	};
	return {
		timeframe,
		barAt: (ms) => {
			const lastSlot = findLastElapsed(calendar, ms);
			if (!lastSlot) throw new RangeError(`No slot had elapsed at ${ms}.`);
			extendTo(lastSlot.session.ordinal);
			return barsBefore[lastSlot.session.ordinal]! + barOfSlot(timeframe, lastSlot.slot);
		},
		endOf: (bar) => {
			const session = requireSession(ordinalOf(bar));
			const index = bar - barsBefore[session.ordinal]!;
			return slotEnd(session, barRange(timeframe, session.slots, index).to - 1);
		},
		sessionOf: (bar) => requireSession(ordinalOf(bar)),
	};
}

/**
 * Finds the first slot that starts at or after an instant: the first chance to trade after a report was published. undefined if the calendar ends before
 * that.
 */
export function findEntrySlot(calendar: Calendar, publishedAt: number): { session: Session; slot: number; start: UtcMs } | undefined {
	const current = calendar.lastOpened(publishedAt);
	const slot = current ? Math.ceil((publishedAt - current.open) / SLOT_MS) : 0;
	const session = current && slot < current.slots ? current : calendar.nextToOpen(publishedAt);
	if (!session) return undefined;
	const startSlot = session === current ? slot : 0;
	return { session, slot: startSlot, start: (session.open + startSlot * SLOT_MS) as UtcMs };
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
	const logShifts = new Float64Array(rows);
	/** By row: last close on the current share basis. */
	const lastCloses = new Float64Array(rows).fill(Number.NaN);

	const appendSession = (grid: CloseGrid, matrix: WalkMatrix, elapsedSlots: number, open: UtcMs): void => {
		for (let bar = 0; bar < barCount(grid.timeframe, matrix.slots); bar++) {
			const { from, to } = barRange(grid.timeframe, matrix.slots, bar);
			if (from >= elapsedSlots) return;
			const end = Math.min(to, elapsedSlots);
			const at = grid.bars++;
			grid.x = growArray(grid.x, grid.bars * rows);
			grid.close = growArray(grid.close, grid.bars * rows);
			grid.q = growArray(grid.q, grid.bars);
			grid.end = growArray(grid.end, grid.bars);
			grid.q[at] = clockVariance(clock, from, end);
			grid.end[at] = open + end * 900_000;
			grid.closed = end === to;
			for (let row = 0; row < rows; row++) {
				let price = Number.NaN;
				for (let slot = from; slot < end; slot++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) price = matrix.close[cell]!;
				}
				grid.close[at * rows + row] = price;
				grid.x[at * rows + row] = Math.log(price) + logShifts[row]!;
			}
		}
	};

	return {
		grids: grids as readonly CloseGrid[],
		/** Adds the first `elapsedSlots` slots of a session that opened at `open`. */
		addSession: (matrix: WalkMatrix, open: UtcMs, elapsedSlots: number, { splits = [], dividends = [] }: SessionAdjustments): void => {
			for (const { row, ratio } of splits) {
				logShifts[row] = logShifts[row]! + Math.log(ratio);
				lastCloses[row] = lastCloses[row]! / ratio;
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / lastCloses[row]!;
				if (factor > 0) logShifts[row] = logShifts[row]! - Math.log(factor);
			}
			for (const grid of grids) appendSession(grid, matrix, elapsedSlots, open);
			for (let slot = 0; slot < elapsedSlots; slot++) {
				for (let row = 0; row < rows; row++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) lastCloses[row] = matrix.close[cell]!;
				}
			}
		},
	};
}

function growArray(column: Float64Array, length: number): Float64Array {
	if (column.length >= length) return column;
	const larger = new Float64Array(Math.max(length, column.length * 2));
	larger.set(column);
	return larger;
}
