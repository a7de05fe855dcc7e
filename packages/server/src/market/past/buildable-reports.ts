import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Session } from '@sw/domain/time/calendar';
import { LAST_YEAR } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, type ReportTime, utcMs } from '@sw/domain/time/units';
import { tradedDays } from '@sw/store/clickhouse/traded-slots';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { type SlotsOn, slotTimes } from '../timetable/slot-times.ts';

/** After every bar. */
export const EVER = utcMs(Date.UTC(LAST_YEAR + 1, 0, 1));

/** The reports that stored bars are enough for, of ascending sessions: from the first slot with a bar to the last, and the close where there are daily bars. */
export async function buildableReports(stores: Stores, slotsOn: SlotsOn, sessions: readonly Session[]): Promise<Set<ReportTime>> {
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return new Set();
	const days = await tradedDays(stores.series, first.open, last.close, await visibleBatches(stores.records.db));
	return new Set(
		sessions.flatMap((session) => {
			const { slots, daily = false } = days.get(Math.floor(session.open / DAY)) ?? {};
			return slotTimes(slotsOn, session, EVER).filter(
				(time) => (daily && time === session.close) || (slots !== undefined && time > slots.first && time <= slots.last + SLOT_MS),
			);
		}),
	);
}

/** The slots that sessions are expected to have a report for: all of a running market; of a stopped one those that its bars suffice for. */
export async function expectedSlots(
	{ stores, slotsOn, isClockStopped }: { readonly stores: Stores; readonly slotsOn: SlotsOn; readonly isClockStopped: boolean },
	sessions: readonly Session[],
): Promise<SlotsOn> {
	if (!isClockStopped) return slotsOn;
	const earned = await buildableReports(stores, slotsOn, sessions);
	return (date) => {
		const slots = slotsOn(date);
		// A forecast is made from the report just before it.
		const hasReport = ({ at, algo }: DatedSlot): boolean =>
			algo === 'reverse'
				? earned.has(at as ReportTime)
				: slots.some((slot) => slot.at <= at && at - slot.at < SLOT_MS && earned.has(slot.at as ReportTime));
		return slots.filter(hasReport);
	};
}
