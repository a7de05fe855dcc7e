import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { type ExchangeDate, type ReportTime, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Db } from '@sw/store/postgres/records';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { latestReport, reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import type { MarketParts } from '../parts.ts';
import { filterChanged, splitIntoSessionBatches } from '../past/build-reports.ts';
import { findSessionsToRead, openPastEngine } from '../past/past-walk.ts';
import { catchUp } from '../slots/catch-up.ts';
import { addPendingDates, readPendingDates, rebuildListName, removePendingDates } from '../stored/pending-dates.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import type { Steps } from './steps.ts';

/** Marks these dates' reports for rebuilding, in the transaction that changes their data. */
export function queueRebuild(db: Db, provider: string, dates: ReadonlySet<ExchangeDate>): Promise<void> {
	return addPendingDates(db, rebuildListName(provider), dates, 'all');
}

/** A report to rebuild. `version`: the parameter set that scored it; undefined if it does not exist yet. */
interface ReportToRebuild {
	time: ReportTime;
	version: number | undefined;
}

/**
 * Rebuilds the marked reports, each with the parameter set that scored it, and missing ones with the current set. A date is unmarked when its reports are
 * published, so a crash repeats at most one batch. With several sets a batch can be repeated in full, but nothing is published twice.
 */
export async function rebuildQueued(
	parts: MarketParts,
	currentParameters: ParameterSet,
	{ byInputs = false, steps }: { byInputs?: boolean; steps?: Steps } = {},
): Promise<RebuildCounts> {
	const { db } = parts.stores.records;
	const listName = rebuildListName(parts.provider.name);
	const dates = [...(await readPendingDates(db, listName)).keys()];
	const unmark = (rebuiltDates: Iterable<ExchangeDate>): Promise<void> => removePendingDates(parts.stores, listName, new Set(rebuiltDates));
	const affectedReports: ReportToRebuild[] = [];
	const emptyDates = new Set(dates);
	for (const session of dates.flatMap((date) => parts.calendar.sessionOn(date) ?? [])) {
		const reports = await findReportsToRebuild(parts, session);
		if (reports.length > 0) emptyDates.delete(session.date);
		affectedReports.push(...reports);
	}
	await unmark(emptyDates);
	const counts: RebuildCounts = { looked: 0, changed: 0 };
	const groups = await groupByParameters(parts, affectedReports, currentParameters);
	for (const [i, { set, times }] of groups.entries()) {
		const isLast = i === groups.length - 1;
		const { looked, changed } = await rebuildReports(parts, set, times, {
			byInputs,
			...(steps ? { steps } : {}),
			onBatchDone: async (sessions) => {
				if (isLast) await unmark(sessions.map(({ date }) => date));
			},
		});
		counts.looked += looked;
		counts.changed += changed;
	}
	if (groups.length > 1) await unmark(dates.filter((date) => !steps?.unfinishedDates.has(date)));
	return counts;
}

/** Groups reports by their parameter set, the current set last. Corrected bars are no reason to score a report with another set. */
async function groupByParameters({ stores }: MarketParts, affectedReports: readonly ReportToRebuild[], currentParameters: ParameterSet) {
	const groups: { set: ParameterSet; times: Set<ReportTime> }[] = [];
	const reportsByVersion = Map.groupBy(affectedReports, ({ version = currentParameters.version }) => version);
	for (const [version, reports] of [...reportsByVersion].sort(
		([a], [b]) => Number(a === currentParameters.version) - Number(b === currentParameters.version) || a - b,
	)) {
		const storedSet = version === currentParameters.version ? undefined : await parameterSet(stores.records.db, version);
		groups.push({ set: (storedSet as ParameterSet | undefined) ?? currentParameters, times: new Set(reports.map(({ time }) => time)) });
	}
	return groups;
}

/** Finds a session's reports to rebuild: no reports if none exist, only the close if nothing else exists, otherwise the reports of all slots. */
async function findReportsToRebuild({ stores, provider, slotsOn }: MarketParts, session: Session): Promise<ReportToRebuild[]> {
	const { db } = stores.records;
	const existing = await reportsBetween(db, session.open, session.close, 'reverse');
	const versionByTime = new Map(existing.map(({ time, parametersVersion }) => [time, parametersVersion]));
	const withVersions = (times: Iterable<ReportTime>): ReportToRebuild[] =>
		[...times].map((time) => ({ time, version: versionByTime.get(time) }));
	if (existing.length === 0) return [];
	if (existing.length === 1 && existing[0]?.time === session.close) return withVersions(versionByTime.keys());
	const newest = await latestReport(db, 'reverse');
	const until = Math.min(newest?.time ?? 0, (await readStoredUntil(db, provider.name, 'bars')) ?? 0);
	return withVersions(new Set([...versionByTime.keys(), ...slotTimes(slotsOn, session, until as ReportTime)]));
}

interface RebuildCounts {
	/** Reports that were rebuilt and compared. */
	looked: number;
	/** Reports that changed or did not exist: each gets a new version. */
	changed: number;
}

interface RebuildOptions {
	/** Also publishes reports with other inputs but equal cells, because the inputs that they name are gone. Default: false. */
	byInputs?: boolean;
	/** Called after each finished batch of sessions. */
	onBatchDone?(sessions: readonly Session[]): Promise<void>;
	/** Lets other jobs run: if any are waiting, the rebuild pauses after the current session. */
	steps?: Steps;
}

/**
 * Rebuilds the reports of these times from stored data, newest first, with an engine separate from the running market. Publishes only what changed, so
 * repeating it changes nothing.
 */
export async function rebuildReports(
	initialParts: MarketParts,
	parameters: ParameterSet,
	times: ReadonlySet<ReportTime>,
	{ byInputs = false, onBatchDone = async () => {}, steps }: RebuildOptions = {},
): Promise<RebuildCounts> {
	const { stores, calendar } = initialParts;
	let parts = initialParts;
	const counts: RebuildCounts = { looked: 0, changed: 0 };
	const dates = [...new Set([...times].map((time) => newYorkDate(time)))].sort();
	const sessions = dates.flatMap((date) => calendar.sessionOn(date) ?? []);
	/** Builds the reports of some sessions; can stop early for other jobs. Returns the remaining sessions. */
	const buildReports = async (sessionBatch: readonly Session[]): Promise<readonly Session[]> => {
		const [first, last] = [sessionBatch[0] as Session, sessionBatch.at(-1) as Session];
		const timesToBuild = new Set([...times].filter((time) => time > first.open && time <= last.close));
		const until = utcMs(Math.max(...timesToBuild));
		const sessionsToRead = findSessionsToRead(parts, first, last);
		const { universe, actions, market } = await openPastEngine(parts, parameters, sessionsToRead[0] ?? first);
		let lastOrdinal = last.ordinal;
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (reports) => {
					const changed = await filterChanged(stores, reports, { byInputs });
					counts.looked += reports.length;
					counts.changed += changed.length;
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{
				...{
					market,
					sessions: sessionsToRead,
					storedUntil: until,
					now: until,
					timesToBuild,
					fillWindow: false,
					phase: 'Rebuilding reports',
				},
				endsAfter: async ({ ordinal }) => {
					if (ordinal < first.ordinal || !(await steps?.areOtherJobsWaiting())) return false;
					lastOrdinal = ordinal;
					return true;
				},
			},
		);
		return sessionBatch.filter(({ ordinal }) => ordinal > lastOrdinal);
	};
	for (const sessionBatch of splitIntoSessionBatches(sessions)) {
		let remaining: readonly Session[] = sessionBatch;
		while (remaining.length > 0) {
			remaining = await buildReports(remaining);
			if (remaining.length === 0) await onBatchDone(sessionBatch);
			parts = (await steps?.runOtherJobs(parts)) ?? parts;
		}
	}
	return counts;
}

/**
 * Returns the dates whose reports a change can affect: from the change on, as many sessions as an engine looks back. A decision about a jump affects all dates
 * up to `last`, because nothing else ends the jump's quarantine.
 */
export function findAffectedDates(
	calendar: Calendar,
	changes: readonly { readonly date: ExchangeDate; readonly isJump?: boolean }[],
	last?: ExchangeDate,
): Set<ExchangeDate> {
	const affected = new Set<ExchangeDate>();
	for (const { date, isJump = false } of changes) {
		const first = calendar.sessionOn(date) ?? calendar.nextSession(date);
		for (let session = first, n = 0; session; session = calendar.nextSession(session.date), n++) {
			if (n >= LOOKBACK_SESSIONS && !(isJump && last !== undefined && session.date <= last)) break;
			affected.add(session.date);
		}
	}
	return affected;
}
