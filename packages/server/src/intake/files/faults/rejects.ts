import { ImportError } from './import-error.ts';

/** Rows that are not taken, by reason; the first few of them with their lines. */
export const REJECT_REASONS = {
	columns: 'fewer fields than the header',
	time: 'no readable time',
	number: 'no readable number',
	symbol: 'no readable symbol',
	company: 'the symbol was another company’s at that time',
	negative: 'a price that is not above zero, or a negative volume',
	'high-below-low': 'high below low',
	duplicate: 'the same time as the row before',
	order: 'out of order',
	closed: 'not between 04:00 and 20:00 New York time of a trading day',
} as const;
export type RejectReason = keyof typeof REJECT_REASONS;

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
}
export const KEPT_REJECTS = 100;

export const createRejects = (): Rejects => ({ total: 0, byReason: {}, first: [] });

export const addReject = (rejects: Rejects, line: number, reason: RejectReason): void => {
	rejects.total++;
	rejects.byReason[reason] = (rejects.byReason[reason] ?? 0) + 1;
	if (rejects.first.length < KEPT_REJECTS) rejects.first.push({ line, reason });
};

/** Rows that could not even be read: many of them mean that the file is not what it seems. */
const unreadable = ({ byReason }: Rejects): number =>
	(byReason.columns ?? 0) + (byReason.time ?? 0) + (byReason.number ?? 0) + (byReason.symbol ?? 0);

/** ImportError when more than twenty rows, and more than a fifth, could not be read. */
export const failIfUnreadable = (rejects: Rejects, rows: number): void => {
	const bad = unreadable(rejects);
	if (bad > 20 && bad > rows / 5) throw new ImportError('damaged', `${bad} of its ${rows} rows cannot be read.`);
};
