import { ImportError } from './import-error.ts';

/** Reasons why single rows are rejected. */
export const REJECT_REASONS = {
	columns: 'fewer fields than the header',
	extra: 'more fields than the header',
	time: 'no readable time',
	number: 'no readable number',
	infinite: 'an infinite number',
	symbol: 'no readable symbol',
	spacing: 'of a symbol with weekly or monthly bars in a file of days',
	company: 'the symbol belonged to another company at that time',
	negative: 'a price of zero or below, or a negative volume',
	'high-below-low': 'high below low',
	outside: 'open or close not between low and high',
	price: 'a price above 10,000,000',
	volume: 'a volume above 1,000,000,000,000',
	future: 'a date in the future',
	spelling: 'another spelling of a symbol whose row at this time or later was already read',
	duplicate: 'the same time as the row before',
	order: 'out of order',
	early: 'before 1998, where the trading calendar begins',
	weekend: 'on a Saturday or Sunday',
	holiday: 'on an exchange holiday',
	night: 'outside 04:00 to 20:00 New York time',
} as const;
export type RejectReason = keyof typeof REJECT_REASONS;

/** Dollars per share. */
export const HIGHEST_PRICE = 1e7;
export const LARGEST_VOLUME = 1e12;

export interface Reject {
	/** From 1; the header is line 1. */
	line: number;
	reason: RejectReason;
}

export interface Rejects {
	/** All rejected rows. */
	total: number;
	byReason: Partial<Record<RejectReason, number>>;
	/** The first MAX_LISTED_REJECTS of them. */
	first: Reject[];
	/** By reason: the rejected value of its first row, if it explains more than the reason itself. */
	samples: Partial<Record<RejectReason, string>>;
}
export const MAX_LISTED_REJECTS = 1_000;

export function createRejects(): Rejects {
	return { total: 0, byReason: {}, first: [], samples: {} };
}

export function addReject(rejects: Rejects, line: number, reason: RejectReason): void {
	rejects.total++;
	rejects.byReason[reason] = (rejects.byReason[reason] ?? 0) + 1;
	if (rejects.first.length < MAX_LISTED_REJECTS) rejects.first.push({ line, reason });
}

/** Adds the rejects of a part of a table. */
export function addRejects(target: Rejects, part: Rejects): void {
	target.total += part.total;
	for (const [reason, count] of Object.entries(part.byReason) as [RejectReason, number][])
		target.byReason[reason] = (target.byReason[reason] ?? 0) + count;
	target.first.push(...part.first.slice(0, MAX_LISTED_REJECTS - target.first.length));
	target.samples = { ...part.samples, ...target.samples };
}

/** Describes the rejects, for example '3 out of order; 1 no readable time'; empty without rejects. */
export function describeRejects(byReason: Rejects['byReason']): string {
	return Object.entries(byReason)
		.map(([reason, count]) => `${count} ${REJECT_REASONS[reason as RejectReason]}`)
		.join('; ');
}

/** The counts of a whole file. */
interface FileCounts {
	rows: number;
	rejects: Rejects;
	/** For times without a zone: the zone they were read in, whether it was a guess, and the rows from 09:30 to 16:00 New York time. */
	clock?: { zone: string; isAssumed: boolean; within: number };
}

/** Returns the display name of a time zone. */
export function zoneName(zone: string): string {
	return { utc: 'UTC', 'new-york': 'New York time' }[zone] ?? `${zone} time`;
}

/** Returns the zone that the file most likely uses if `zone` is wrong. */
export function alternativeZone(zone: string): string {
	return zone === 'new-york' ? 'utc' : 'new-york';
}

const YEAR_LAST = /^\d{1,2}([/.-])\d{1,2}\1(\d{2}|\d{4})\b/;
const YEAR_FIRST = /^\d{4}[/.]\d{1,2}[/.]\d{1,2}\b/;
const DECIMAL_COMMA = /^-?\d+(\.\d{3})*,\d+$/;
const THOUSANDS = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/;
const AM_PM = /[ap]\.?m\.?$/i;

/**
 * Throws ImportError if a file as a whole cannot be trusted: it has no rows; more than twenty and more than a fifth of them are unreadable; fewer than
 * half were accepted; or its times have no zone and most are outside 09:30 to 16:00. Rows before 1998 or of another company don't count towards the half.
 */
export function rejectUnreliableFile(counts: FileCounts): void {
	const { rows, rejects, clock } = counts;
	if (rows === 0) throw new ImportError('refused', 'It has a header but no rows.');
	const accepted = rows - rejects.total;
	const hint = findHint(counts);
	const detail = (words: string): string => [words, hint].filter((part) => part !== undefined).join(' ');
	const unreadableRows = countUnreadable(rejects);
	if (unreadableRows > 20 && unreadableRows > rows / 5)
		throw new ImportError('damaged', detail(`${unreadableRows} of its ${rows} rows can't be read.`));
	const ignoredRows = (rejects.byReason.company ?? 0) + (rejects.byReason.early ?? 0);
	if (accepted === 0 || accepted * 2 < rows - ignoredRows)
		throw new ImportError('refused', detail(`Rejected: ${describeRowCount(rejects.total, rows)} (${describeRejects(rejects.byReason)}).`));
	if (clock && clock.within * 2 < accepted)
		throw new ImportError(
			'hours',
			`${accepted - clock.within} of ${accepted} rows are outside 09:30 to 16:00 New York time. ${zoneHint(clock)} Times with an offset, such as 2024-07-03T09:30-04:00, are used as written.`,
		);
}

/** Counts unreadable rows. Many such rows mean that the file is damaged or of another kind. */
function countUnreadable({ byReason }: Rejects): number {
	return (byReason.columns ?? 0) + (byReason.extra ?? 0) + (byReason.time ?? 0) + (byReason.number ?? 0) + (byReason.symbol ?? 0);
}

function zoneHint({ zone, isAssumed }: NonNullable<FileCounts['clock']>): string {
	return `Its times have no time zone; they were read as ${zoneName(zone)}${isAssumed ? ', which was assumed' : ''}. If that is wrong, use --zone ${alternativeZone(zone)}, or the name of another zone such as America/Chicago.`;
}

/** Describes a part of the rows, for example '12 of its 20 rows'. */
function describeRowCount(part: number, rows: number): string {
	return `${part === rows && rows > 1 ? 'all' : part} of its ${rows} row${rows === 1 ? '' : 's'}`;
}

/** Returns advice about the cause of most rejected rows, if the user can fix it. */
function findHint({ rows, rejects, clock }: FileCounts): string | undefined {
	const { byReason, samples, total } = rejects;
	const isMajority = (count = 0): boolean => count * 2 > total;
	if (isMajority(byReason.time) && samples.time) return timeHint(samples.time);
	if (isMajority(byReason.number) && samples.number) return numberHint(samples.number);
	if (isMajority(byReason.symbol) && samples.symbol)
		return `Its symbols are written like ${JSON.stringify(samples.symbol)}: write AAPL, BRK.B, BAC.PRL for a preferred share, or ^GSPC for an index.`;
	if (isMajority(byReason.extra))
		return `Its rows have more fields than its header: with commas between fields, numbers must have decimal points and no commas (${samples.extra ?? ''}).`;
	if (isMajority(byReason.weekend))
		return `${describeRowCount(byReason.weekend ?? 0, rows)} fall on a Saturday or Sunday, when the exchange is closed.`;
	if (isMajority(byReason.night) && clock) return zoneHint(clock);
	if (isMajority(byReason.spacing))
		return `${samples.spacing ?? ''} has weekly or monthly bars: leave it out, or use --interval day if its rows are days.`;
	if (isMajority(byReason.order))
		return 'Its rows are neither oldest first nor newest first within each symbol: sort them by symbol and time.';
	return undefined;
}

function timeHint(sample: string): string | undefined {
	if (AM_PM.test(sample)) return `Its times are written like ${sample}: write hours from 1 to 12 before AM and PM, or from 00 to 23.`;
	if (YEAR_LAST.test(sample) || YEAR_FIRST.test(sample)) return `Its dates are written like ${sample}: write 2024-12-31.`;
	return `Its times are written like ${JSON.stringify(sample)}: write 2024-12-31 15:30, or seconds since 1970.`;
}

function numberHint(sample: string): string | undefined {
	// In '1,234' the comma can be either; it is taken as a thousands separator.
	if (DECIMAL_COMMA.test(sample) && !/,\d{3}(,|\.|$)/.test(sample))
		return `Its numbers have decimal commas, ${sample}: use decimal points.`;
	if (THOUSANDS.test(sample)) return `Its numbers have commas between thousands, ${sample}: leave them out.`;
	if (DECIMAL_COMMA.test(sample)) return `Its numbers have decimal commas, ${sample}: use decimal points.`;
	return undefined;
}
