import type { Tab } from '../signals/sector.ts';
import type { Calendar, Session } from '../time/calendar.ts';
import type { ReportTime, UtcMs } from '../time/units.ts';
import { newYorkMinute, newYorkToUtc } from '../time/zone.ts';
import { dayClock } from './delivery.ts';

/** A list that an account gets by mail on each trading day, with the report of one time of day. */
export interface ListMail {
	readonly id: number;
	/** null: the list of the tab, without a filter. */
	readonly filterId: number | null;
	readonly tab: Tab;
	/** New York time, 'HH:MM'. */
	readonly slot: string;
}

/** The times of a session's reports in New York: every quarter-hour from 09:45 to 16:00. */
export const LIST_MAIL_SLOTS: readonly string[] = Array.from({ length: 26 }, (_, i) => dayClock(9 * 60 + 45 + 15 * i));
export const MOST_LIST_MAILS = 10;

/** The report of a slot on a session's day; after an early close, the session's last one. */
export function slotReport({ date, close }: Pick<Session, 'date' | 'close'>, slot: string): ReportTime {
	const [hour = 0, minute = 0] = slot.split(':').map(Number);
	return Math.min(newYorkToUtc(date, hour, minute), close) as ReportTime;
}

/** The first report of a slot after an instant; undefined where the calendar ends. */
export function nextSlotReport(
	{ sessionAt, nextToOpen }: Pick<Calendar, 'sessionAt' | 'nextToOpen'>,
	slot: string,
	now: UtcMs,
): ReportTime | undefined {
	const [open, later] = [sessionAt(now), nextToOpen(now)];
	const today = open && slotReport(open, slot);
	return today !== undefined && today > now ? today : later && slotReport(later, slot);
}

/** The slot of a report. */
export function slotOf(report: number): string {
	return dayClock(newYorkMinute(report));
}
