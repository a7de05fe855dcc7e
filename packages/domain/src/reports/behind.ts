import type { Calendar } from '../time/calendar.ts';
import { type ExchangeDate, MINUTE, type UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { DatedSlot } from './timetable.ts';

/** How far the newest report is behind the market clock. */
export interface Behind {
	/** Slots that are due and newer than it. */
	readonly slots: number;
	/** Since the oldest of them was due, by the market clock. */
	readonly minutes: number;
	/** When that one was due; null where none is missing. */
	readonly since: UtcMs | null;
}

/** A report takes up to this long to compute and publish. */
const BUILT_WITHIN = 2;

/** Counts the due slots after the newest report. */
export function behindOf(
	{ calendar, slotsOn }: { calendar: Pick<Calendar, 'sessionsBetween'>; slotsOn: (date: ExchangeDate) => readonly DatedSlot[] },
	now: UtcMs,
	newest: UtcMs,
): Behind {
	const due = calendar
		.sessionsBetween(newYorkDate(newest), newYorkDate(now))
		.flatMap(({ date }) => slotsOn(date))
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at > newest && at <= now);
	const since = due[0]?.at ?? null;
	return { slots: due.length, minutes: since === null ? 0 : Math.floor((now - since) / MINUTE), since };
}

/** 'The latest report is 3 slots (46 minutes) behind.' */
export function behindText({ slots, minutes }: Pick<Behind, 'slots' | 'minutes'>): string {
	if (slots === 0) return 'The latest report is up to date.';
	if (slots === 1 && minutes < BUILT_WITHIN) return 'The next report is being built.';
	return `The latest report is ${slots} ${slots === 1 ? 'slot' : 'slots'} (${durationText(minutes)}) behind.`;
}

function durationText(minutes: number): string {
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (days > 1) return `${days} days`;
	return hours > 1 ? `${hours} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
