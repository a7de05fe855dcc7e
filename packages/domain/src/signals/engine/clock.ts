import { barOfSlot, barRange, SLOT_MS } from '../../time/slots.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { ParameterSet } from '../parameters.ts';
import type { EngineSession } from './engine-session.ts';

/**
 * The position of one timeframe on the calendar's grid of bars, shared by all rows. Bars are numbered from the engine's first session on. A ring buffer has bar
 * k at index k modulo the buffer's length.
 */
export interface GridClock {
	readonly timeframe: TimeframeIndex;
	/** Number of the current bar, the newest bar with an elapsed slot; -1 before the first one. */
	bar: number;
	/** Whether the last slot of the current bar has elapsed. */
	closed: boolean;
	/** Clock variance of the current bar's elapsed slots, and their expected shares of a day's volume and contracts. */
	q: number;
	volumeShare: number;
	optionShare: number;
	/** Ring buffer: clock variance of each of the last `moveBars` bars. */
	readonly barQ: Float64Array;
	/** Ring buffer: end of each of the last `moveBars` + 1 bars; for a developing bar, the end of the elapsed part. */
	readonly barEnd: Float64Array;
}

export function createGridClock(timeframe: TimeframeIndex, moveBars: number): GridClock {
	return {
		timeframe,
		bar: -1,
		closed: true,
		q: 0,
		volumeShare: 0,
		optionShare: 0,
		barQ: new Float64Array(moveBars),
		barEnd: new Float64Array(moveBars + 1).fill(Number.NaN),
	};
}

/** Advances the clock to the end of a slot. Returns whether the slot is the first of a bar. */
export function advanceClock(clock: GridClock, session: EngineSession, slot: number, parameters: ParameterSet): boolean {
	const isFirstSlot = clock.closed;
	if (isFirstSlot) {
		clock.bar++;
		clock.q = 0;
		clock.volumeShare = 0;
		clock.optionShare = 0;
	}
	clock.q += parameters.clock[slot]! ** 2;
	clock.volumeShare += expectedShare(parameters.volumeShare, slot, slot + 1, session.slots);
	clock.optionShare += expectedShare(parameters.optionShare, slot, slot + 1, session.slots);
	clock.barQ[clock.bar % clock.barQ.length] = clock.q;
	clock.barEnd[clock.bar % clock.barEnd.length] = session.open + (slot + 1) * SLOT_MS;
	clock.closed = slot + 1 === barRange(clock.timeframe, session.slots, barOfSlot(clock.timeframe, slot)).to;
	return isFirstSlot;
}

/** Computes Q(ref, now], the clock variance of the move. Sums in order of time, so that rounding is reproducible. */
export function computeMoveVariance({ bar, barQ }: GridClock): number {
	const moveBars = barQ.length;
	let q = 0;
	for (let k = Math.max(0, bar - moveBars + 1); k <= bar; k++) q += barQ[k % moveBars]!;
	return q;
}

/** Returns the end of the reference bar; NaN if there is none. */
export function referenceEnd({ bar, barQ, barEnd }: GridClock): number {
	return bar < barQ.length ? Number.NaN : barEnd[(bar - barQ.length) % barEnd.length]!;
}

/**
 * Computes the share of a day's volume expected in slots [from, to) of a session with `sessionSlots` slots. On an early close, the last slot has the share of
 * a regular session's last slot, because of the closing auction.
 */
export function expectedShare(profile: readonly number[], from: number, to: number, sessionSlots: number): number {
	let share = 0;
	for (let slot = from; slot < to; slot++) share += profile[slot === sessionSlots - 1 ? profile.length - 1 : slot] ?? 0;
	return share;
}
