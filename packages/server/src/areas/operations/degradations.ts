import type { DatedSlot } from '@sw/domain/reports/timetable';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Health } from './handlers.ts';

type Degradation = Health['degraded'][number];

export interface DegradationParts {
	/** Whether the market waits for its first import. */
	readonly nothingLoaded: () => boolean;
	/** Stores that are away; since by the wall clock. Why is for the log: health is read by anybody. */
	readonly outages: () => readonly { store: 'database' | 'series'; since: number }[];
	/** How the stored market data differ from what was stored; undefined while no difference is known. */
	readonly damage: () => string | undefined;
	/** Set while no process leads the market; since by the wall clock, null: none ever has. */
	readonly missingLead: () => { readonly since: UtcMs | null } | undefined;
	/** Bytes left for the data where that is too little; undefined where it is enough or not ours to know. */
	readonly diskLeft: () => number | undefined;
	/** How much memory is missing, and the fix; undefined where there is enough. */
	readonly memoryShortage: () => string | undefined;
	/** The market clock; undefined where the market stands, so that nothing is due. */
	readonly running: () => UtcMs | undefined;
	/** Milliseconds of the wall since the market clock came to an instant; undefined where nobody knows any more. */
	readonly waited: (instant: UtcMs) => number | undefined;
	readonly newest: () => UtcMs | undefined;
	readonly calendar: Calendar;
	readonly slotsOn: (date: ExchangeDate) => readonly DatedSlot[];
	/** What is known to be wrong with the stored reports. */
	readonly brokenReports: () => string | undefined;
	/** Why the source of data is not there; undefined when it is. */
	readonly missingSource: () => string | undefined;
	/** Mails that could not be handed over yet. */
	readonly mailsWaiting: () => number;
	/** Jobs that wait longer than they should. */
	readonly jobsWaiting: () => number;
	/** Dropped files that failed, and why the folder can't be used; undefined where none are taken here. */
	readonly dropFaults: () => { readonly failed: readonly string[]; readonly fault: string | undefined } | undefined;
}

/** The newest report that is overdue: as long as a slot lasts has passed since it was due, by the wall where that is known, as a fast market has many slots in it. */
export const overdueSlot = (
	{ calendar, slotsOn, waited }: Pick<DegradationParts, 'calendar' | 'slotsOn' | 'waited'>,
	now: UtcMs,
	newest: UtcMs | undefined,
): UtcMs | undefined => {
	const session = calendar.lastOpened(now);
	const before = session && calendar.previousSession(session.date);
	const due = [before, session]
		.flatMap((one) => (one ? slotsOn(one.date) : []))
		.filter(({ at, is_use, algo }) => is_use && algo === 'reverse' && at <= now && (waited(at) ?? now - at) >= SLOT_MS)
		.map(({ at }) => at)
		.at(-1);
	return due !== undefined && (newest === undefined || newest < due) ? due : undefined;
};

/** What is wrong while reports can be read, the gravest first. */
export const createDegradations = (parts: DegradationParts) => (): Degradation[] => {
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
	const dropped = parts.dropFaults();
	const failed = dropped?.failed.length ?? 0;
	if (dropped?.fault !== undefined) found.push({ reason: 'drop', since: null, detail: "The folder for dropped files can't be used." });
	else if (failed > 0)
		found.push({ reason: 'drop', since: null, detail: `${failed} dropped ${failed === 1 ? 'file' : 'files'} failed to import.` });
	return found;
};

/** Names that are listed. */
const NAMED = 5;

/** The same for administrators: file names and paths are not for visitors. */
export const dropDetail = ({ failed, fault }: { readonly failed: readonly string[]; readonly fault: string | undefined }): string => {
	if (fault !== undefined) return fault;
	const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
	return `Dropped files that failed to import: ${failed.slice(0, NAMED).join(', ')}${more}. The reasons are in drop/failed; fix the files and drop them again, or remove them from there.`;
};
