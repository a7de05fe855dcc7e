/** Rows that are not taken, by reason; the first few of them with their lines. */
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
	/** The first KEPT of them. */
	first: Reject[];
	/** The value of a reason's first row, where it explains more than the reason. */
	samples: Partial<Record<RejectReason, string>>;
}
export const KEPT_REJECTS = 1_000;

export function createRejects(): Rejects {
	return { total: 0, byReason: {}, first: [], samples: {} };
}

export function addReject(rejects: Rejects, line: number, reason: RejectReason): void {
	rejects.total++;
	rejects.byReason[reason] = (rejects.byReason[reason] ?? 0) + 1;
	if (rejects.first.length < KEPT_REJECTS) rejects.first.push({ line, reason });
}

/** Counts what was refused in a part of a table. */
export function addRejects(into: Rejects, part: Rejects): void {
	into.total += part.total;
	for (const [reason, count] of Object.entries(part.byReason) as [RejectReason, number][])
		into.byReason[reason] = (into.byReason[reason] ?? 0) + count;
	into.first.push(...part.first.slice(0, KEPT_REJECTS - into.first.length));
	into.samples = { ...part.samples, ...into.samples };
}

/** '3 out of order; 1 no readable time'; empty when none was refused. */
export function rejectWords(byReason: Rejects['byReason']): string {
	return Object.entries(byReason)
		.map(([reason, count]) => `${count} ${REJECT_REASONS[reason as RejectReason]}`)
		.join('; ');
}
