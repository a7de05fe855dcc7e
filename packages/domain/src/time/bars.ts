/**
 * Bars of the five timeframes as ranges of 15-minute slots: they start at the open and are cut at the close, whatever the vendor does. 15m 26 (14
 * on an early close), 30m 13 (7), 1h 7 (4), 4h 2 (1), 1d 1 (1) per session.
 */
import type { Session } from './calendar.ts';
import { slotStart } from './slots.ts';
import { TIMEFRAMES, type TimeframeIndex } from './timeframe.ts';
import type { UtcMs } from './units.ts';

/** Slots from <= s < to. */
export interface SlotRange {
	readonly from: number;
	readonly to: number;
}

/** A bar of a session with its instants. */
export interface BarSpan extends SlotRange {
	readonly start: UtcMs;
	readonly end: UtcMs;
}

/** Number of bars of the timeframe in a session with the given number of slots. */
export function barCount(timeframe: TimeframeIndex, slots: number): number {
	return Math.ceil(slots / TIMEFRAMES[timeframe].slots);
}

/** Index within its session of the bar that contains the slot. */
export function barOfSlot(timeframe: TimeframeIndex, slot: number): number {
	return Math.floor(slot / TIMEFRAMES[timeframe].slots);
}

export function barRange(timeframe: TimeframeIndex, slots: number, index: number): SlotRange {
	const length = TIMEFRAMES[timeframe].slots;
	return { from: index * length, to: Math.min(slots, (index + 1) * length) };
}

export function barsOfSession(timeframe: TimeframeIndex, slots: number): SlotRange[] {
	return Array.from({ length: barCount(timeframe, slots) }, (_, index) => barRange(timeframe, slots, index));
}

export function barSpans(timeframe: TimeframeIndex, session: Session): BarSpan[] {
	return barsOfSession(timeframe, session.slots).map(({ from, to }) => ({
		from,
		to,
		start: slotStart(session, from),
		end: slotStart(session, to),
	}));
}

/** Clock variance Q: sum of f squared over slots from <= s < to, where f is the profile of 26 slots. It replaces elapsed time everywhere. */
export function clockVariance(profile: ArrayLike<number>, from: number, to: number): number {
	let sum = 0;
	for (let slot = from; slot < to; slot++) sum += profile[slot]! ** 2;
	return sum;
}
