import type { Tab } from '../signals/sector.ts';
import type { Calendar, Session } from '../time/calendar.ts';
import type { ReportTime, UtcMs } from '../time/units.ts';
import { newYorkMinute, newYorkToUtc } from '../time/zone.ts';
import { formatMinuteOfDay } from './delivery.ts';

/** A list sent to an account by mail on each trading day, from the report at a given time of day. */
export interface ListMail {
	readonly id: number;
	/** null: the tab's list without a filter. */
	readonly filterId: number | null;
	readonly tab: Tab;
	/** New York time, 'HH:MM'. */
	readonly slot: string;
}

/** The times of a session's reports in New York: every quarter-hour from 09:45 to 16:00. */
export const LIST_MAIL_SLOTS: readonly string[] = Array.from({ length: 26 }, (_, i) => formatMinuteOfDay(9 * 60 + 45 + 15 * i));
export const MAX_LIST_MAILS = 10;

/** Returns the report of a slot in a session, or the session's last report if the session closes before the slot. */
export function slotReport({ date, close }: Pick<Session, 'date' | 'close'>, slot: string): ReportTime {
	const [hour = 0, minute = 0] = slot.split(':').map(Number);
	return Math.min(newYorkToUtc(date, hour, minute), close) as ReportTime;
}

/** Returns the first report of a slot after `now`; undefined if the calendar ends before that. */
export function nextSlotReport(
	{ sessionAt, nextToOpen }: Pick<Calendar, 'sessionAt' | 'nextToOpen'>,
	slot: string,
	now: UtcMs,
): ReportTime | undefined {
	const [openSession, nextSession] = [sessionAt(now), nextToOpen(now)];
	const todaysReport = openSession && slotReport(openSession, slot);
	return todaysReport !== undefined && todaysReport > now ? todaysReport : nextSession && slotReport(nextSession, slot);
}

/** Returns the slot of a report, 'HH:MM' in New York. */
export function slotOf(report: number): string {
	return formatMinuteOfDay(newYorkMinute(report));
}
