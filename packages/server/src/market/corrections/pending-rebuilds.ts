import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, ReportTime } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { parameterSet } from '@sw/store/postgres/records/parameter-sets';
import { latestReport, reportsBetween } from '@sw/store/postgres/records/reports';
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

/** A report that corrections concern, and the number of the set that it was scored by; undefined where none stands yet. */
interface Concerned {
	time: ReportTime;
	version: number | undefined;
}

/** The reports of a date that corrections concern: all of its slots where reports stand, the close alone where only that stands, none otherwise. */
const concernedOf = async ({ stores, provider, slotsOn }: MarketParts, session: Session): Promise<Concerned[]> => {
	const { db } = stores.records;
	const existing = await reportsBetween(db, session.open, session.close, 'reverse');
	const versions = new Map(existing.map(({ time, parametersVersion }) => [time, parametersVersion]));
	const wanted = (times: Iterable<ReportTime>): Concerned[] => [...times].map((time) => ({ time, version: versions.get(time) }));
	if (existing.length === 0) return [];
	if (existing.length === 1 && existing[0]?.time === session.close) return wanted(versions.keys());
	const newest = await latestReport(db, 'reverse');
	const until = Math.min(newest?.time ?? 0, (await storedUntil(db, provider.name, 'bars')) ?? 0);
	return wanted(new Set([...versions.keys(), ...slotTimes(slotsOn, session, until as ReportTime)]));
};

/** The reports by their sets, those in force last: bars that were corrected are no reason to score a report by other numbers than it was. */
const bySet = async ({ stores }: MarketParts, concerned: readonly Concerned[], inForce: ParameterSet) => {
	const groups: { set: ParameterSet; times: Set<ReportTime> }[] = [];
	const versions = Map.groupBy(concerned, ({ version = inForce.version }) => version);
	for (const [version, of] of [...versions].sort(([a], [b]) => Number(a === inForce.version) - Number(b === inForce.version) || a - b)) {
		const stored = version === inForce.version ? undefined : await parameterSet(stores.records.db, version);
		groups.push({ set: (stored as ParameterSet | undefined) ?? inForce, times: new Set(of.map(({ time }) => time)) });
	}
	return groups;
};

/**
 * Builds what is noted, each report by the set that scored it, one that is missing by the set in force. A date leaves the list when its reports are published,
 * so that a crash repeats at most one walk, or where sets changed on the way all of it, which then publishes nothing twice.
 */
export const rebuildNoted = async (parts: MarketParts, inForce: ParameterSet): Promise<Rebuilt> => {
	const { db } = parts.stores.records;
	const list = listOf(parts.provider.name);
	const dates = [...(await pendingDates(db, list)).keys()];
	const forget = (done: Iterable<ExchangeDate>): Promise<void> => removePendingDates(parts.stores, list, new Set(done));
	const concerned: Concerned[] = [];
	const empty = new Set(dates);
	for (const session of dates.flatMap((date) => parts.calendar.sessionOn(date) ?? [])) {
		const found = await concernedOf(parts, session);
		if (found.length > 0) empty.delete(session.date);
		concerned.push(...found);
	}
	await forget(empty);
	const rebuilt: Rebuilt = { looked: 0, changed: 0 };
	const groups = await bySet(parts, concerned, inForce);
	for (const [i, { set, times }] of groups.entries()) {
		const isLast = i === groups.length - 1;
		const { looked, changed } = await rebuildReports(parts, set, times, async (sessions) => {
			if (isLast) await forget(sessions.map(({ date }) => date));
		});
		rebuilt.looked += looked;
		rebuilt.changed += changed;
	}
	if (groups.length > 1) await forget(dates);
	return rebuilt;
};
