import { behindOf, behindText, type DatedSlot } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Health } from './handlers.ts';

type Degradation = Health['degraded'][number];

export interface DegradationParts {
	/** Whether the market is still empty, before its first import. */
	readonly nothingLoaded: () => boolean;
	/** Stores that are unavailable; since by the wall clock. The reason is only logged: health is public. */
	readonly outages: () => readonly { store: 'database' | 'series'; since: number }[];
	/** How the stored market data is damaged; undefined while no damage is known. */
	readonly damage: () => string | undefined;
	/** Set while no process leads the market; since by the wall clock, null: none has led yet. */
	readonly missingLead: () => { readonly since: UtcMs | null } | undefined;
	/** Free bytes for data where that is too little; undefined where it is enough or unknown. */
	readonly diskLeft: () => number | undefined;
	/** How much memory is missing, and the fix; undefined where there is enough. */
	readonly memoryShortage: () => string | undefined;
	/** The market clock; undefined where it does not run, so that nothing is due. */
	readonly running: () => UtcMs | undefined;
	/** Wall-clock milliseconds since the market clock reached an instant; undefined where unknown. */
	readonly waited: (instant: UtcMs) => number | undefined;
	readonly newest: () => UtcMs | undefined;
	readonly calendar: Calendar;
	readonly slotsOn: (date: ExchangeDate) => readonly DatedSlot[];
	/** Problems of the stored reports. */
	readonly brokenReports: () => string | undefined;
	/** Why the data source is unavailable; undefined when it is available. */
	readonly missingSource: () => string | undefined;
	/** Since when public filings couldn't be read; undefined while they are, and where none are read. The reason is not shown publicly. */
	readonly missingFilings: () => { readonly since: UtcMs } | undefined;
	/** Mails that could not be sent yet. */
	readonly mailsWaiting: () => number;
	/** Jobs that have waited too long. */
	readonly jobsWaiting: () => number;
	/** Why the last scheduled backup failed; undefined while none has. The reason is not shown publicly. */
	readonly failedBackup: () => string | undefined;
	/** Why a witness hasn't stamped the chain of reports; undefined while none has failed. The reason is not shown publicly. */
	readonly failedAnchor: () => string | undefined;
	/** Failed files in the drop folder, and why the folder can't be used; undefined where there is no drop folder. */
	readonly dropFaults: () => { readonly failed: readonly string[]; readonly fault: string | undefined } | undefined;
}

/**
 * The newest overdue report: more than the length of a slot has passed since it was due. Measured by the wall clock where known, as a fast market has
 * many slots in that time.
 */
export function overdueSlot(
	{ calendar, slotsOn, waited }: Pick<DegradationParts, 'calendar' | 'slotsOn' | 'waited'>,
	now: UtcMs,
	newest: UtcMs | undefined,
): UtcMs | undefined {
	const session = calendar.lastOpened(now);
	const before = session && calendar.previousSession(session.date);
	const due = [before, session]
		.flatMap((one) => (one ? slotsOn(one.date) : []))
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at <= now && (waited(at) ?? now - at) >= SLOT_MS)
		.map(({ at }) => at)
		.at(-1);
	return due !== undefined && (newest === undefined || newest < due) ? due : undefined;
}

/** How far the newest report is behind the running market; null where none is due. */
export function currentDelay(parts: Pick<DegradationParts, 'running' | 'newest' | 'calendar' | 'slotsOn'>): Health['behind'] {
	const [now, newest] = [parts.running(), parts.newest()];
	if (now === undefined || newest === undefined) return null;
	const { slots, minutes, since } = behindOf(parts, now, newest);
	return { slots, minutes, since: since === null ? null : isoSeconds(since), detail: behindText({ slots, minutes }) };
}

/** Current problems while reports can be read, most severe first. */
export function createDegradations(parts: DegradationParts) {
	return (): Degradation[] => {
		const found: Degradation[] = parts.nothingLoaded()
			? [{ reason: 'market', since: null, detail: 'No market is loaded: nothing has been imported yet.' }]
			: [];
		for (const { store, since } of parts.outages())
			found.push({ reason: store, since: isoSeconds(utcMs(since)), detail: `The ${store} isn't responding.` });
		const damage = parts.damage();
		if (damage !== undefined) found.push({ reason: 'damage', since: null, detail: damage });
		const lead = parts.missingLead();
		if (lead) {
			const since = lead.since === null ? null : isoSeconds(lead.since);
			found.push({
				reason: 'lead',
				since,
				detail: `No process has led the market ${since === null ? 'yet' : `since ${since}`}: no data is read and no reports are published. Start a process with the role market, or restart the one that hangs.`,
			});
		}
		const left = parts.diskLeft();
		if (left !== undefined)
			found.push({ reason: 'disk', since: null, detail: `The disk of the data folder has only ${Math.floor(left / 1e6)} MB left.` });
		const memory = parts.memoryShortage();
		if (memory !== undefined) found.push({ reason: 'memory', since: null, detail: memory });
		const now = parts.running();
		const overdue = now === undefined ? undefined : overdueSlot(parts, now, parts.newest());
		if (overdue !== undefined)
			found.push({
				reason: 'publishing',
				since: isoSeconds(overdue),
				detail: `No report has been published since the one due at ${isoSeconds(overdue)}.`,
			});
		const broken = parts.brokenReports();
		if (broken !== undefined) found.push({ reason: 'reports', since: null, detail: broken });
		const source = parts.missingSource();
		if (source !== undefined) found.push({ reason: 'source', since: null, detail: source });
		const filings = parts.missingFilings();
		if (filings)
			found.push({
				reason: 'filings',
				since: isoSeconds(filings.since),
				detail: `Public filings have not been read since ${isoSeconds(filings.since)}: reports show filings as unknown.`,
			});
		const mails = parts.mailsWaiting();
		if (mails > 0)
			found.push({ reason: 'mails', since: null, detail: `${mails} ${mails === 1 ? 'mail is' : 'mails are'} waiting to be sent.` });
		const jobs = parts.jobsWaiting();
		if (jobs > 0)
			found.push({
				reason: 'jobs',
				since: null,
				detail: `${jobs} ${jobs === 1 ? 'job has' : 'jobs have'} been waiting for more than 15 minutes.`,
			});
		if (parts.failedBackup() !== undefined) found.push({ reason: 'backup', since: null, detail: 'The last scheduled backup failed.' });
		if (parts.failedAnchor() !== undefined)
			found.push({ reason: 'anchors', since: null, detail: 'An outside witness has not stamped the newest reports yet.' });
		const dropped = parts.dropFaults();
		const failed = dropped?.failed.length ?? 0;
		if (dropped?.fault !== undefined) found.push({ reason: 'drop', since: null, detail: "The folder for dropped files can't be used." });
		else if (failed > 0)
			found.push({ reason: 'drop', since: null, detail: `${failed} dropped ${failed === 1 ? 'file' : 'files'} failed to import.` });
		return found;
	};
}

/** Most names listed. */
const NAMED = 5;

/** Details for administrators only: visitors must not see file names and paths. */
export function withoutDetail({ failed, fault }: { readonly failed: readonly string[]; readonly fault: string | undefined }): string {
	if (fault !== undefined) return fault;
	const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
	return `Dropped files that failed to import: ${failed.slice(0, NAMED).join(', ')}${more}. The reasons are in drop/failed; fix the files and drop them again, or remove them from there.`;
}
