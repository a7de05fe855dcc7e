import { type DatedSlot, formatReportLag, measureReportLag } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Health } from './handlers.ts';

type Degradation = Health['degraded'][number];

export interface DegradationParts {
	/** Whether the market is empty, before its first import. */
	readonly isMarketEmpty: () => boolean;
	/** Unavailable stores; `since` is wall-clock time. The reasons are only logged, because health is public. */
	readonly outages: () => readonly { store: 'database' | 'series'; since: number }[];
	/** Describes damage of the stored market data; undefined if none is known. */
	readonly damage: () => string | undefined;
	/** Set while no process leads the market. `since` is wall-clock time; null if none has led yet. */
	readonly missingLead: () => { readonly since: UtcMs | null } | undefined;
	/** Free bytes for data if they are too few; undefined if there are enough or the number is unknown. */
	readonly diskLeft: () => number | undefined;
	/** Says how much memory is missing and how to fix it; undefined if there is enough. */
	readonly memoryShortage: () => string | undefined;
	/** The market clock; undefined if it doesn't run, and so no report is due. */
	readonly running: () => UtcMs | undefined;
	/** Wall-clock milliseconds since the market clock reached an instant; undefined if unknown. */
	readonly waited: (instant: UtcMs) => number | undefined;
	/** Time of the newest report. */
	readonly newest: () => UtcMs | undefined;
	readonly calendar: Calendar;
	readonly slotsOn: (date: ExchangeDate) => readonly DatedSlot[];
	/** Describes problems of the stored reports. */
	readonly brokenReports: () => string | undefined;
	/** The reason why the data source is unavailable; undefined if it is available. */
	readonly missingSource: () => string | undefined;
	/** Set while public filings can't be read. Undefined if the service reads none. The reason isn't public. */
	readonly missingFilings: () => { readonly since: UtcMs } | undefined;
	/** Number of mails that couldn't be sent yet. */
	readonly mailsWaiting: () => number;
	/** Number of jobs that have waited too long. */
	readonly jobsWaiting: () => number;
	/** The reason why the last scheduled backup failed; undefined if it didn't. The reason isn't public. */
	readonly failedBackup: () => string | undefined;
	/** The reason why a witness failed to stamp the chain of reports; undefined if none failed. The reason isn't public. */
	readonly failedAnchor: () => string | undefined;
	/** Names of failed files in the drop folder, and the reason if the folder can't be used. Undefined without a drop folder. */
	readonly dropFaults: () => { readonly failed: readonly string[]; readonly fault: string | undefined } | undefined;
}

/**
 * Finds the newest report that has been due for at least the length of a slot. The wall clock measures this time if possible, because a fast market can pass
 * many slots meanwhile.
 */
export function findOverdueSlot(
	{ calendar, slotsOn, waited }: Pick<DegradationParts, 'calendar' | 'slotsOn' | 'waited'>,
	now: UtcMs,
	newest: UtcMs | undefined,
): UtcMs | undefined {
	const session = calendar.lastOpened(now);
	const previousSession = session && calendar.previousSession(session.date);
	const newestDueTime = [previousSession, session]
		.flatMap((one) => (one ? slotsOn(one.date) : []))
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at <= now && (waited(at) ?? now - at) >= SLOT_MS)
		.map(({ at }) => at)
		.at(-1);
	return newestDueTime !== undefined && (newest === undefined || newest < newestDueTime) ? newestDueTime : undefined;
}

/** Measures how far the newest report is behind the running market; null if the clock doesn't run or there is no report. */
export function measureDelay(parts: Pick<DegradationParts, 'running' | 'newest' | 'calendar' | 'slotsOn'>): Health['behind'] {
	const [now, newest] = [parts.running(), parts.newest()];
	if (now === undefined || newest === undefined) return null;
	const { slots, minutes, since } = measureReportLag(parts, now, newest);
	return { slots, minutes, since: since === null ? null : isoSeconds(since), detail: formatReportLag({ slots, minutes }) };
}

/** Lists the current problems of a service that is otherwise usable, most severe first. */
export function createDegradations(parts: DegradationParts) {
	return (): Degradation[] => {
		const problems: Degradation[] = parts.isMarketEmpty()
			? [{ reason: 'market', since: null, detail: 'No market is loaded: nothing has been imported yet.' }]
			: [];
		for (const { store, since } of parts.outages())
			problems.push({ reason: store, since: isoSeconds(utcMs(since)), detail: `The ${store} isn't responding.` });
		const damage = parts.damage();
		if (damage !== undefined) problems.push({ reason: 'damage', since: null, detail: damage });
		const missingLead = parts.missingLead();
		if (missingLead) {
			const since = missingLead.since === null ? null : isoSeconds(missingLead.since);
			problems.push({
				reason: 'lead',
				since,
				detail: `No process has led the market ${since === null ? 'yet' : `since ${since}`}: no data is read and no reports are published. Start a process with the role market, or restart the one that hangs.`,
			});
		}
		const freeBytes = parts.diskLeft();
		if (freeBytes !== undefined)
			problems.push({
				reason: 'disk',
				since: null,
				detail: `The disk of the data folder has only ${Math.floor(freeBytes / 1e6)} MB left.`,
			});
		const memory = parts.memoryShortage();
		if (memory !== undefined) problems.push({ reason: 'memory', since: null, detail: memory });
		const now = parts.running();
		const overdueSince = now === undefined ? undefined : findOverdueSlot(parts, now, parts.newest());
		if (overdueSince !== undefined)
			problems.push({
				reason: 'publishing',
				since: isoSeconds(overdueSince),
				detail: `No report has been published since the one due at ${isoSeconds(overdueSince)}.`,
			});
		const reportProblems = parts.brokenReports();
		if (reportProblems !== undefined) problems.push({ reason: 'reports', since: null, detail: reportProblems });
		const source = parts.missingSource();
		if (source !== undefined) problems.push({ reason: 'source', since: null, detail: source });
		const filings = parts.missingFilings();
		if (filings)
			problems.push({
				reason: 'filings',
				since: isoSeconds(filings.since),
				detail: `Public filings have not been read since ${isoSeconds(filings.since)}: reports show filings as unknown.`,
			});
		const mailCount = parts.mailsWaiting();
		if (mailCount > 0)
			problems.push({
				reason: 'mails',
				since: null,
				detail: `${mailCount} ${mailCount === 1 ? 'mail is' : 'mails are'} waiting to be sent.`,
			});
		const jobCount = parts.jobsWaiting();
		if (jobCount > 0)
			problems.push({
				reason: 'jobs',
				since: null,
				detail: `${jobCount} ${jobCount === 1 ? 'job has' : 'jobs have'} been waiting for more than 15 minutes.`,
			});
		if (parts.failedBackup() !== undefined) problems.push({ reason: 'backup', since: null, detail: 'The last scheduled backup failed.' });
		if (parts.failedAnchor() !== undefined)
			problems.push({ reason: 'anchors', since: null, detail: 'An outside witness has not stamped the newest reports yet.' });
		const dropFaults = parts.dropFaults();
		const failedCount = dropFaults?.failed.length ?? 0;
		if (dropFaults?.fault !== undefined)
			problems.push({ reason: 'drop', since: null, detail: "The folder for dropped files can't be used." });
		else if (failedCount > 0)
			problems.push({
				reason: 'drop',
				since: null,
				detail: `${failedCount} dropped ${failedCount === 1 ? 'file' : 'files'} failed to import.`,
			});
		return problems;
	};
}

/** Maximum file names listed. */
const MAX_NAMES = 5;

/** Describes the drop folder's errors for administrators. Visitors must not see file names and paths. */
export function describeDropErrors({ failed, fault }: { readonly failed: readonly string[]; readonly fault: string | undefined }): string {
	if (fault !== undefined) return fault;
	const remainder = failed.length > MAX_NAMES ? ` and ${failed.length - MAX_NAMES} more` : '';
	return `Dropped files that failed to import: ${failed.slice(0, MAX_NAMES).join(', ')}${remainder}. The reasons are in drop/failed; fix the files and drop them again, or remove them from there.`;
}
