import type { Calendar, Session } from './calendar.ts';
import { TIMEFRAMES, type TimeframeIndex } from './timeframe.ts';
import { MINUTE, type UtcMs } from './units.ts';

/** A slot is a quarter-hour of a regular session, 0 to 25, or 0 to 13 on an early close. A report's time is the end of a slot. */
export const SLOT_MS = 15 * MINUTE;
export const FULL_SLOTS = 26;

export function slotStart(session: Session, slot: number): UtcMs {
	return (session.open + slot * SLOT_MS) as UtcMs;
}

export function slotEnd(session: Session, slot: number): UtcMs {
	return (session.open + (slot + 1) * SLOT_MS) as UtcMs;
}

/** The slot that contains the start of a row; -1 before the open and from the close on, also for a row stamped exactly at the close. */
export function slotOf(session: Session, ms: number): number {
	return ms < session.open || ms >= session.close ? -1 : Math.floor((ms - session.open) / SLOT_MS);
}

/** The newest slot that has ended by the instant; -1 if none has, the last one from the close on. */
export function lastElapsedSlot(session: Session, ms: number): number {
	return Math.max(-1, Math.min(session.slots, Math.floor((ms - session.open) / SLOT_MS)) - 1);
}

/** The session and slot of the current report at this instant: between slots, at night and on closed days, the newest that has ended. */
export function lastElapsed(calendar: Calendar, ms: number): { session: Session; slot: number } | undefined {
	const session = calendar.lastOpened(ms);
	if (!session) return undefined;
	const slot = lastElapsedSlot(session, ms);
	if (slot >= 0) return { session, slot };
	const before = calendar.previousSession(session.date);
	return before && { session: before, slot: before.slots - 1 };
}

/** Slots from <= s < to. */
interface SlotRange {
	readonly from: number;
	readonly to: number;
}

/** A bar of a session with its instants. */
interface BarSpan extends SlotRange {
	readonly start: UtcMs;
	readonly end: UtcMs;
}

/**
 * Number of bars of the timeframe in a session with the given number of slots: 15m 26 (14 on an early close), 30m 13 (7), 1h 7 (4), 4h 2 (1), 1d 1
 * (1). They start at the open and are cut at the close, whatever the vendor does.
 */
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

const SLOT_MINUTES = 15;

/** Minutes of regular sessions up to an instant, counted from the first session of the calendar: nights, weekends and holidays take no time. */
export function createTradingTime(calendar: Calendar): (ms: number) => number {
	/** By ordinal: the minutes before the session. */
	const before: number[] = [0];
	const minutesBefore = (ordinal: number): number => {
		for (let next = before.length; next <= ordinal; next++)
			before.push(before[next - 1]! + (calendar.sessionNumber(next - 1)?.slots ?? 0) * SLOT_MINUTES);
		return before[ordinal]!;
	};
	return (ms) => {
		const session = calendar.lastOpened(ms);
		if (!session) return 0;
		return minutesBefore(session.ordinal) + (Math.min(ms, session.close) - session.open) / MINUTE;
	};
}
