import type { Tab } from '../signals/sector.ts';
import type { Calendar, Session } from '../time/calendar.ts';
import type { ReportTime, UtcMs } from '../time/units.ts';
import { newYorkMinute, newYorkToUtc } from '../time/zone.ts';
import { formatMinuteOfDay } from './delivery.ts';

/** A list that an account gets by mail on each trading day, from the report at a given time of day. */
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

/** The report of a slot in a session; the session's last one if it closes before the slot. */
export function slotReport({ date, close }: Pick<Session, 'date' | 'close'>, slot: string): ReportTime {
	const [hour = 0, minute = 0] = slot.split(':').map(Number);
	return Math.min(newYorkToUtc(date, hour, minute), close) as ReportTime;
}

/** The first report of a slot after `now`; undefined if the calendar ends before. */
export function nextSlotReport(
	{ sessionAt, nextToOpen }: Pick<Calendar, 'sessionAt' | 'nextToOpen'>,
	slot: string,
	now: UtcMs,
): ReportTime | undefined {
	const [open, later] = [sessionAt(now), nextToOpen(now)];
	const today = open && slotReport(open, slot);
	return today !== undefined && today > now ? today : later && slotReport(later, slot);
}

/** The slot of a report, 'HH:MM' in New York. */
export function slotOf(report: number): string {
	return formatMinuteOfDay(newYorkMinute(report));
}
