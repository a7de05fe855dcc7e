import type { Calendar, Session } from '../time/calendar.ts';
import { formatUtcClock } from '../time/format.ts';
import { DAY, type ExchangeDate, MINUTE, type ReportTime, type UtcMs } from '../time/units.ts';
import { dayNumber, newYorkDate } from '../time/zone.ts';
import type { Algo, Licence, ScheduleSlot } from './licence.ts';

/** A line of the timetable. Times are relative to the session, so that they don't depend on daylight saving time. */
export interface TimetableLine {
	readonly anchor: 'open' | 'close';
	/** Minutes after the anchor. */
	readonly minutes: number;
	readonly report: Licence;
	readonly algo: Algo;
	readonly is_use: boolean;
}

/** A slot of one date, with the instant that identifies its report. */
export interface DatedSlot extends ScheduleSlot {
	readonly at: ReportTime;
	/** Whether this is the date's earliest slot with `is_use`. Every licence includes that slot. */
	readonly first: boolean;
}

/** Minutes from the open at 09:30 to a full hour. */
const MINUTES_TO_FULL_HOUR = 30;

function quarterHourLicence(minutes: number): Licence {
	if (minutes === 15) return 'basic';
	const minutesPastHour = (minutes + 60 - MINUTES_TO_FULL_HOUR) % 60;
	if (minutesPastHour === 0) return 'basic';
	return minutesPastHour === 30 ? 'premium' : 'pro';
}

function createLine(anchor: TimetableLine['anchor'], minutes: number, report: Licence, algo: Algo): TimetableLine {
	return {
		anchor,
		minutes,
		report,
		algo,
		is_use: true,
	};
}

/**
 * The default: reports every quarter-hour from 09:45 on. The first report and full hours are basic, half hours and the close premium, other quarters pro.
 * Forecasts at 09:46 and one minute after the close are premium.
 */
export const DEFAULT_TIMETABLE: readonly TimetableLine[] = [
	...Array.from({ length: 25 }, (_, i) => createLine('open', (i + 1) * 15, quarterHourLicence((i + 1) * 15), 'reverse')),
	createLine('close', 0, 'premium', 'reverse'),
	createLine('open', 16, 'premium', 'forecast'),
	createLine('close', 1, 'premium', 'forecast'),
];

/** Returns a session's slots in order of time. Lines relative to the open are left out if their time is at or after an early close. */
export function slotsOfDate(session: Session, timetable: readonly TimetableLine[] = DEFAULT_TIMETABLE): DatedSlot[] {
	const slots = timetable.flatMap(({ anchor, minutes, report, algo, is_use }) => {
		const at = (session[anchor] + minutes * MINUTE) as ReportTime;
		return anchor === 'open' && at >= session.close ? [] : [{ at, time: formatUtcClock(at), report, algo, is_use }];
	});
	return sortAndMarkFirst(slots);
}

function sortAndMarkFirst(slots: (ScheduleSlot & { at: ReportTime })[]): DatedSlot[] {
	const sorted = slots.sort((a, b) => a.at - b.at);
	const first = sorted.findIndex((slot) => slot.is_use);
	return sorted.map((slot, at) => ({ ...slot, first: at === first }));
}

/** Returns the timetable lines that produce these slots of a session. Slots at the close or later become relative to the close. */
export function toTimetableLines(
	session: { readonly open: number; readonly close: number },
	slots: readonly Pick<DatedSlot, 'at' | 'report' | 'algo' | 'is_use'>[],
): TimetableLine[] {
	return slots.map(({ at, report, algo, is_use }) => {
		const anchor = at >= session.close ? 'close' : 'open';
		return { anchor, minutes: (at - session[anchor]) / MINUTE, report, algo, is_use };
	});
}

/** Returns the instant within a New York date at which the UTC clock shows `time`, 'HH:mm:ss'. */
export function slotInstant(date: ExchangeDate, time: string): ReportTime {
	const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number];
	const sameDay = dayNumber(date) * DAY + ((hours * 60 + minutes) * 60 + seconds) * 1000;
	return (newYorkDate(sameDay) === date ? sameDay : sameDay + DAY) as ReportTime;
}

/** Converts the slots that an administrator set for a date, in order of time. */
export function toDatedSlots(date: ExchangeDate, slots: readonly ScheduleSlot[]): DatedSlot[] {
	return sortAndMarkFirst(slots.map(({ time, report, algo, is_use }) => ({ time, report, algo, is_use, at: slotInstant(date, time) })));
}

/**
 * Adapts stored slots to a session that was shortened later. Slots at the close of `plannedSession` or later move with the close; other
 * slots are left out unless they precede the new close. Slots stored for the shortened session stay unchanged.
 */
export function fitSlots(session: Session, plannedSession: Session | undefined, slots: readonly DatedSlot[]): readonly DatedSlot[] {
	if (!plannedSession || session.close >= plannedSession.close) return slots;
	return slots.some(({ at }) => at >= plannedSession.close) ? slotsOfDate(session, toTimetableLines(plannedSession, slots)) : slots;
}

export function slotAt(slots: readonly DatedSlot[], at: number): DatedSlot | undefined {
	return slots.find((slot) => slot.at === at);
}

/** How far the newest report is behind the market clock. */
interface ReportLag {
	/** Number of due slots after the newest report. */
	readonly slots: number;
	/** Minutes on the market clock since the oldest missing slot was due. */
	readonly minutes: number;
	/** When the oldest missing slot was due; null: none is missing. */
	readonly since: UtcMs | null;
}

/** Time allowed for computing and publishing a report, in minutes. */
const MAX_BUILD_MINUTES = 2;

/** Counts the due slots after the newest report, without forecasts. */
export function measureReportLag(
	{ calendar, slotsOn }: { calendar: Pick<Calendar, 'sessionsBetween'>; slotsOn: (date: ExchangeDate) => readonly DatedSlot[] },
	now: UtcMs,
	newest: UtcMs,
): ReportLag {
	const dueSlots = calendar
		.sessionsBetween(newYorkDate(newest), newYorkDate(now))
		.flatMap(({ date }) => slotsOn(date))
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at > newest && at <= now);
	const since = dueSlots[0]?.at ?? null;
	return { slots: dueSlots.length, minutes: since === null ? 0 : Math.floor((now - since) / MINUTE), since };
}

/** Describes the lag: 'The latest report is 3 slots (46 minutes) behind.' */
export function formatReportLag({ slots, minutes }: Pick<ReportLag, 'slots' | 'minutes'>): string {
	if (slots === 0) return 'The latest report is up to date.';
	if (slots === 1 && minutes < MAX_BUILD_MINUTES) return 'The next report is being built.';
	return `The latest report is ${slots} ${slots === 1 ? 'slot' : 'slots'} (${formatDuration(minutes)}) behind.`;
}

function formatDuration(minutes: number): string {
	const hours = Math.floor(minutes / 60);
	const days = Math.floor(hours / 24);
	if (days > 1) return `${days} days`;
	return hours > 1 ? `${hours} hours` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
