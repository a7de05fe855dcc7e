import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { latestReport, reportTimes } from '@sw/store/postgres/records/reports';
import type { MarketParts } from '../parts.ts';
import { addPendingDates, pendingDates, removePendingDates } from '../stored/pending-dates.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { type Rebuilt, rebuildReports } from './rebuild-reports.ts';

/** Apart from the dates that an import leaves: their reports are all built, these are built where some stand. */
const listOf = (provider: string): string => `${provider}#corrections`;

/** Notes, in the transaction that changes their data, that the reports of these dates are to be built anew. */
export const noteRebuild = (db: Db, provider: string, dates: ReadonlySet<ExchangeDate>): Promise<void> =>
	addPendingDates(db, listOf(provider), dates, 'all');

/** The reports of a date that corrections concern: all of its slots where reports stand, the close alone where only that stands, none otherwise. */
const timesOf = async ({ stores, provider, slotsOn }: MarketParts, session: Session): Promise<ReportTime[]> => {
	const existing = await reportTimes(stores.records.db, session.open, session.close, 'reverse');
	if (existing.length === 0) return [];
	if (existing.length === 1 && existing[0] === session.close) return existing;
	const newest = await latestReport(stores.records.db, 'reverse');
	const until = Math.min(newest?.time ?? 0, (await storedUntil(stores.records.db, provider.name, 'bars')) ?? 0);
	return [...new Set([...existing, ...slotTimes(slotsOn, session, until as ReportTime)])];
};

/** Builds what is noted; a date leaves the list when its reports are published, so that a crash repeats at most one walk. */
export const rebuildNoted = async (parts: MarketParts, parameters: ParameterSet): Promise<Rebuilt> => {
	const { db } = parts.stores.records;
	const list = listOf(parts.provider.name);
	const dates = [...(await pendingDates(db, list)).keys()];
	const times: ReportTime[] = [];
	const empty = new Set(dates);
	for (const session of dates.flatMap((date) => parts.calendar.sessionOn(date) ?? [])) {
		const found = await timesOf(parts, session);
		if (found.length > 0) empty.delete(session.date);
		times.push(...found);
	}
	await removePendingDates(db, list, empty);
	return rebuildReports(parts, parameters, new Set(times), (sessions) =>
		removePendingDates(db, list, new Set(sessions.map(({ date }) => date))),
	);
};
