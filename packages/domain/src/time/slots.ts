import type { Calendar, Session } from './calendar.ts';
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
