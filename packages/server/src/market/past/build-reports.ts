import { hasTimeInList } from '@sw/domain/reports/list/time-in-list';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { type ReportTable, tableColumns } from '@sw/domain/signals/report-table';
import { LAST_YEAR, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, type ExchangeDate, type ReportTime, utcMs } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { queryTradedDays } from '@sw/store/clickhouse/traded-slots';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { reportsBetween, reportTimes } from '@sw/store/postgres/records/reports/reports';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { BuiltTable } from '../engine/market-engine.ts';
import type { MarketParts } from '../parts.ts';
import { catchUp, type MissingReports } from '../slots/catch-up.ts';
import { type PendingSlots, readPendingDates, removePendingDates } from '../stored/pending-dates.ts';
import { type SlotsOn, slotTimes } from '../timetable/slot-times.ts';
import { findFirstSessionForBlock, findSessionsToRead, groupIntoBlocks, openPastEngine } from './past-walk.ts';

/** Maximum number of sessions in a batch. Longer batches replay fewer earlier sessions; shorter ones show the newest reports sooner. */
const SESSIONS_PER_BATCH = 80;
/** Longest gap between two dates of a batch, in sessions: replaying a longer gap would gain nothing. */
const MAX_GAP_SESSIONS = 40;

/**
 * Builds the reports of all dates marked by imports, newest first. A date with only daily bars gets the report at the close; a date whose bars end at noon gets
 * reports until noon. Existing reports get new versions if their inputs changed. A date is unmarked when its reports are published, so a crash repeats at most
 * one block and publishes nothing twice. Returns the number of reports built.
 */
export async function buildPending(parts: MarketParts, parameters: ParameterSet): Promise<number> {
	const { stores, provider, calendar } = parts;
	const dates = await readPendingDates(stores.records.db, provider.name);
	const sessions = [...dates.keys()].map((date) => calendar.sessionOn(date)).filter((session) => session !== undefined);
	let reportCount = 0;
	for (const block of groupIntoBlocks(sessions)) {
		const [first, last] = [block[0] as Session, block.at(-1) as Session];
		const timesToBuild = await findReportsToBuild(parts, block, dates);
		const firstSessionToRead = findFirstSessionForBlock(parts, first);
		const { universe, actions, market } = await openPastEngine(parts, parameters, firstSessionToRead);
		await catchUp(
			{
				...parts,
				universe,
				actions,
				publish: async (tables) => {
					const changed = await filterChanged(stores, tables, { byInputs: true });
					return changed.length > 0 ? parts.publish(changed) : [];
				},
			},
			{
				market,
				sessions: calendar.sessionsBetween(firstSessionToRead.date, last.date),
				storedUntil: AFTER_ALL_BARS,
				now: AFTER_ALL_BARS,
				timesToBuild,
				fillWindow: false,
				phase: `Building reports from ${first.date} to ${last.date}`,
			},
		);
		await removePendingDates(stores, provider.name, new Set(block.map((session) => session.date)));
		reportCount += timesToBuild.size;
	}
	// Dates without a session have no reports.
	await removePendingDates(stores, provider.name, new Set(dates.keys()));
	return reportCount;
}

/** Finds the reports to build in a block of sessions: reports with enough bars, and existing reports. */
async function findReportsToBuild(
	{ stores, slotsOn }: MarketParts,
	sessions: readonly Session[],
	dates: ReadonlyMap<ExchangeDate, PendingSlots>,
): Promise<Set<ReportTime>> {
	const [first, last] = [sessions[0] as Session, sessions.at(-1) as Session];
	const buildable = await findBuildableReports(stores, slotsOn, sessions);
	const existing = new Set(await reportTimes(stores.records.db, first.open, last.close, 'reverse'));
	return new Set(
		sessions.flatMap((session) => {
			const isCloseOnly = dates.get(session.date) === 'close';
			return slotTimes(slotsOn, session, AFTER_ALL_BARS).filter(
				(time) => (!isCloseOnly || time === session.close) && (buildable.has(time) || existing.has(time)),
			);
		}),
	);
}

/** Splits ascending sessions into batches, newest batch first; the sessions of a batch are ascending. */
export function splitIntoSessionBatches(sessions: readonly Session[]): Session[][] {
	const sessionBatches: Session[][] = [];
	for (const session of [...sessions].reverse()) {
		const sessionBatch = sessionBatches.at(-1);
		const nextSession = sessionBatch?.[0];
		if (
			sessionBatch &&
			nextSession &&
			sessionBatch.length < SESSIONS_PER_BATCH &&
			nextSession.ordinal - session.ordinal <= MAX_GAP_SESSIONS
		)
			sessionBatch.unshift(session);
		else sessionBatches.push([session]);
	}
	return sessionBatches;
}

/**
 * Builds missing reports of past sessions, newest first, with a separate engine while the live market runs. Published reports stay published, so a crash
 * repeats at most one batch.
 */
export async function buildMissing(parts: MarketParts, parameters: ParameterSet, { sessions, times }: MissingReports): Promise<void> {
	for (const sessionBatch of splitIntoSessionBatches(sessions)) {
		const [first, last] = [sessionBatch[0] as Session, sessionBatch.at(-1) as Session];
		// If this batch is repeated, some of its reports are published already.
		const existing = new Set(await reportTimes(parts.stores.records.db, first.open, last.close, 'reverse'));
		const timesToBuild = new Set([...times].filter((time) => time > first.open && time <= last.close && !existing.has(time)));
		if (timesToBuild.size === 0) continue;
		const sessionsToRead = findSessionsToRead(parts, first, last);
		const { universe, actions, market } = await openPastEngine(parts, parameters, sessionsToRead[0] ?? first);
		await catchUp(
			{ ...parts, universe, actions },
			{
				market,
				sessions: sessionsToRead,
				storedUntil: last.close,
				now: last.close,
				timesToBuild,
				fillWindow: false,
				phase: 'Building past reports',
			},
		);
	}
}

type Column = ArrayLike<number>;

/** Whether two tables have equal columns, apart from the time in lists. */
function isSameTable(a: ReportTable, b: ReportTable): boolean {
	const otherColumns = tableColumns(b);
	return tableColumns(a).every((column, i) => areEqualColumns(column, otherColumns[i] as Column));
}

function areEqualColumns(a: Column, b: Column): boolean {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i]) && a[i] !== b[i]) return false;
	return true;
}

/** Whether a report must be published again: it has changed, or its stored version lacks the time in lists. */
function isOutdated(stored: ReportTable, built: ReportTable): boolean {
	return !hasTimeInList(stored) || !isSameTable(stored, built);
}

/**
 * Returns the reports that differ from their current version or have no version: a rebuild without changes makes no new version. `byInputs`: reports with other
 * inputs count as different even if all cells are equal. Data imported in parts then gives the same input hashes as data imported together.
 */
export async function filterChanged(
	{ records, series }: Stores,
	tables: readonly BuiltTable[],
	{ byInputs = false } = {},
): Promise<BuiltTable[]> {
	const currentVersions = await readCurrentVersions(records.db, tables);
	const changed: BuiltTable[] = [];
	for (const entry of tables) {
		const record = currentVersions.get(reportKey(entry.table));
		const hasOtherInputs = !record || (byInputs && record.inputHash !== entry.inputs.hash);
		if (hasOtherInputs || isOutdated(await queryReportRows(series, record.time, record.algo, record.buildId), entry.table))
			changed.push(entry);
	}
	return changed;
}

function reportKey({ time, algo }: { time: number; algo: string }): string {
	return `${algo} ${time}`;
}

/** Reads the current versions of all reports in the time span of `tables`, by `reportKey`. */
async function readCurrentVersions(db: Db, tables: readonly BuiltTable[]): Promise<ReadonlyMap<string, ReportRecord>> {
	const versions = new Map<string, ReportRecord>();
	for (const [algo, reports] of Map.groupBy(tables, ({ table }) => table.algo)) {
		const times = reports.map(({ table }) => table.time).sort((a, b) => a - b);
		const [first, last] = [times[0], times.at(-1)];
		if (first === undefined || last === undefined) continue;
		for (const record of await reportsBetween(db, first, last, algo)) versions.set(reportKey(record), record);
	}
	return versions;
}

/** Later than any bar. */
const AFTER_ALL_BARS = utcMs(Date.UTC(LAST_YEAR + 1, 0, 1));

/**
 * Finds the times of reports with enough stored bars: from the first to the last slot with a bar, and the close if there are daily bars. `sessions`: ascending.
 */
export async function findBuildableReports(stores: Stores, slotsOn: SlotsOn, sessions: readonly Session[]): Promise<Set<ReportTime>> {
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return new Set();
	const days = await queryTradedDays(stores.series, first.open, last.close, await visibleBatches(stores.records.db));
	return new Set(
		sessions.flatMap((session) => {
			const { slots, hasDailyBar = false } = days.get(Math.floor(session.open / DAY)) ?? {};
			return slotTimes(slotsOn, session, AFTER_ALL_BARS).filter(
				(time) => (hasDailyBar && time === session.close) || (slots !== undefined && time > slots.first && time <= slots.last + SLOT_MS),
			);
		}),
	);
}

/** Finds the slots that should have a report: all slots of a running market; in a stopped market, only slots with enough bars. */
export async function findExpectedSlots(
	{ stores, slotsOn, isClockStopped }: { readonly stores: Stores; readonly slotsOn: SlotsOn; readonly isClockStopped: boolean },
	sessions: readonly Session[],
): Promise<SlotsOn> {
	if (!isClockStopped) return slotsOn;
	const buildable = await findBuildableReports(stores, slotsOn, sessions);
	return (date) => {
		const slots = slotsOn(date);
		// A forecast is built from the report just before it.
		const hasReport = ({ at, algo }: DatedSlot): boolean =>
			algo === 'reverse'
				? buildable.has(at as ReportTime)
				: slots.some((slot) => slot.at <= at && at - slot.at < SLOT_MS && buildable.has(slot.at as ReportTime));
		return slots.filter(hasReport);
	};
}
