import type { UtcMs } from '../time/units.ts';

export const BATCH_KINDS = ['bars', 'reports'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** open: being written; committed: its rows count; aborted: they count for nothing. */
export const BATCH_STATES = ['open', 'committed', 'aborted'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** One writing of many rows to the series store: a line of the ledger. Instants are the wall clock's. */
export interface Batch {
	/** Every stored row carries it. */
	readonly id: number;
	readonly kind: BatchKind;
	readonly provider: string;
	readonly state: BatchState;
	readonly rows: number;
	/** What came from where and when, and what was missing. */
	readonly note: string;
	readonly createdAt: UtcMs;
	readonly committedAt: UtcMs | null;
}

export interface BatchesAsked {
	readonly kind?: BatchKind | undefined;
	readonly state?: BatchState | undefined;
	/** Of these alone. */
	readonly ids?: readonly number[] | undefined;
	readonly skip: number;
	readonly max: number;
}

/** A page of the ledger, newest first, and how many lines there are. */
export interface BatchPage {
	readonly items: readonly Batch[];
	readonly total: number;
}
