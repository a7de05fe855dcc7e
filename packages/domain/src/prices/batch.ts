import { isZone } from '../time/any-zone.ts';
import type { UtcMs } from '../time/units.ts';

export const BATCH_KINDS = ['bars', 'reports'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

/** open: being written; committed: the rows count; aborted: the rows are ignored. */
export const BATCH_STATES = ['open', 'committed', 'aborted'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** One write of many rows to the series store, as recorded in the ledger of batches. Instants are on the wall clock. */
export interface Batch {
	/** Stored with every row. */
	readonly id: number;
	readonly kind: BatchKind;
	readonly provider: string;
	readonly state: BatchState;
	readonly rows: number;
	/** In words: source, time, content, and what was missing. */
	readonly note: string;
	/** True for imports whose rows count. */
	readonly canUndo: boolean;
	readonly createdAt: UtcMs;
	readonly committedAt: UtcMs | null;
}

/** The tables of the series store with rows from batches of market data. */
export const BATCH_TABLES = ['bars', 'daily_bars', 'option_sums', 'mentions', 'mention_spans'] as const;
export type BatchTable = (typeof BATCH_TABLES)[number];

/** Checksum of the data of one day in one table. */
export interface DaySum {
	readonly table: BatchTable;
	/** Days since 1970-01-01, UTC. */
	readonly day: number;
	readonly rows: number;
	/** Sum of the rows' checksums modulo 2 ** 32. The order of rows doesn't change the sum; any single changed bit does. */
	readonly sum: number;
}

/** The part of a `DaySum` that one batch contributed. */
export interface BatchDaySum extends DaySum {
	readonly batch: number;
}

export interface BatchQuery {
	readonly kind?: BatchKind | undefined;
	readonly state?: BatchState | undefined;
	readonly ids?: readonly number[] | undefined;
	readonly skip: number;
	readonly max: number;
}

/** A page of the ledger, newest first. */
export interface BatchPage {
	readonly items: readonly Batch[];
	readonly total: number;
}

/** Maximum size of an uploaded market data file, in bytes. Larger files must be imported by a command on the server. */
export const MAX_UPLOAD_BYTES = 16 * 1024 * 1024;

/** Options for reading a market data file, with their choices. Absent options are detected. */
export const FILE_OPTIONS = {
	/** Other formats are detected from the rows. */
	format: ['minute-semicolon', 'alpha-vantage', 'ohlcv'],
	/** Time zone of times without an offset: one of these, or an IANA name. */
	zone: ['new-york', 'utc', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'EST'],
	/** Whether a bar's time is its start or its end. */
	stamp: ['start', 'end'],
	/** Order of day, month and year in dates such as 7/8/2024 or 24-07-08. */
	dates: ['mdy', 'dmy', 'ymd'],
	/** Length of a bar in minutes, or a day. */
	interval: ['1', '5', '15', 'day'],
	/** Where to read symbols: in a part of the path, or in the rows. */
	symbol_from: ['folder', 'file', 'column'],
} as const;

/** Whether a text is a time zone that can be chosen for a file: 'utc', 'new-york' or an IANA name. */
export function isFileZone(zone: string): boolean {
	return zone === 'new-york' || isZone(zone);
}
