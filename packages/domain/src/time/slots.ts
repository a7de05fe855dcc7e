import type { Calendar, Session } from './calendar.ts';
import { TIMEFRAMES, type TimeframeIndex } from './timeframe.ts';
import { MINUTE, type UtcMs } from './units.ts';

/** A slot is a quarter-hour of a regular session, numbered 0 to 25, or 0 to 13 with an early close. A report's time is the end of a slot. */
export const SLOT_MS = 15 * MINUTE;
/** Number of slots in a session without an early close. */
export const FULL_SLOTS = 26;

export function slotStart(session: Session, slot: number): UtcMs {
	return (session.open + slot * SLOT_MS) as UtcMs;
}

export function slotEnd(session: Session, slot: number): UtcMs {
	return (session.open + (slot + 1) * SLOT_MS) as UtcMs;
}

/** Returns the slot that contains an instant; -1 before the open, and at the close or later. */
export function slotOf(session: Session, ms: number): number {
	return ms < session.open || ms >= session.close ? -1 : Math.floor((ms - session.open) / SLOT_MS);
}

/** Returns the newest slot that has ended at an instant; -1 if none has. After the close, the last slot. */
export function lastElapsedSlot(session: Session, ms: number): number {
	return Math.max(-1, Math.min(session.slots, Math.floor((ms - session.open) / SLOT_MS)) - 1);
}

/** Returns the newest slot of any session that has ended at an instant: the slot of the current report. undefined before the first slot. */
export function findLastElapsed(calendar: Calendar, ms: number): { session: Session; slot: number } | undefined {
	const session = calendar.lastOpened(ms);
	if (!session) return undefined;
	const slot = lastElapsedSlot(session, ms);
	if (slot >= 0) return { session, slot };
	const previous = calendar.previousSession(session.date);
	return previous && { session: previous, slot: previous.slots - 1 };
}

/** Slots [from, to). */
interface SlotRange {
	readonly from: number;
	readonly to: number;
}

/** A bar of a session, with its start and end. */
interface BarSpan extends SlotRange {
	readonly start: UtcMs;
	readonly end: UtcMs;
}

/**
 * Returns the number of bars in a session with `slots` slots: 15m 26 (14 with an early close), 30m 13 (7), 1h 7 (4), 4h 2 (1), 1d 1 (1). Bars start at the
 * open, and the last one is cut off at the close, even if a vendor defines bars differently.
 */
export function barCount(timeframe: TimeframeIndex, slots: number): number {
	return Math.ceil(slots / TIMEFRAMES[timeframe].slots);
}

/** Returns the index, within the session, of the bar that contains the slot. */
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

/**
 * Computes the clock variance Q: the sum of f squared over slots [from, to), where f is a profile of 26 slots (`ParameterSet.clock`). Scores use Q as elapsed
 * time.
 */
export function clockVariance(profile: ArrayLike<number>, from: number, to: number): number {
	let sum = 0;
	for (let slot = from; slot < to; slot++) sum += profile[slot]! ** 2;
	return sum;
}

const SLOT_MINUTES = 15;

/** Returns a function from instants to trading time: minutes of regular sessions since the first session of the calendar. */
export function createTradingTime(calendar: Calendar): (ms: number) => number {
	/** By ordinal: trading minutes before the session; extended on demand. */
	const startMinutes: number[] = [0];
	const minutesBefore = (ordinal: number): number => {
		for (let nextOrdinal = startMinutes.length; nextOrdinal <= ordinal; nextOrdinal++)
			startMinutes.push(startMinutes[nextOrdinal - 1]! + (calendar.sessionByOrdinal(nextOrdinal - 1)?.slots ?? 0) * SLOT_MINUTES);
		return startMinutes[ordinal]!;
	};
	return (ms) => {
		const session = calendar.lastOpened(ms);
		if (!session) return 0;
		return minutesBefore(session.ordinal) + (Math.min(ms, session.close) - session.open) / MINUTE;
	};
}
