import { type DatedSlot, slotsOfDate } from '@sw/domain/reports/timetable';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { ExchangeDate, ReportTime, UtcMs } from '@sw/domain/time/units';

/** The slots that apply on a date; empty on days without a session. */
export type SlotsOn = (date: ExchangeDate) => readonly DatedSlot[];

/** Creates the default timetable, without edits by administrators. */
export function createDefaultSlots(calendar: Calendar): SlotsOn {
	return (date) => {
		const session = calendar.sessionOn(date);
		return session ? slotsOfDate(session) : [];
	};
}

/** Returns the times of a session's reports up to `until`: active slots at ends of quarter-hours. Other slots are never built: no bars end there. */
export function slotTimes(slotsOn: SlotsOn, session: Session, until: UtcMs): ReportTime[] {
	return slotsOn(session.date)
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at <= until && (at - session.open) % SLOT_MS === 0)
		.filter(({ at }) => at > session.open && at <= session.close)
		.map(({ at }) => at);
}
