import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { ReportTime, UtcMs } from '../../time/units.ts';
import type { ParameterSet } from '../parameters.ts';
import type { InformationTable, ReportTable } from '../report-table.ts';
import type { CellStatus } from '../status.ts';
import type { EngineSession, HistoryOf, RowSession, SessionAdjustments } from './engine-session.ts';
import type { EngineBlock } from './state.ts';

export interface EngineOptions {
	parameters: ParameterSet;
	/** Number of tickers; row r is the r-th of the directory, ascending ticker_id. */
	rows: number;
	/** 1 if the row is an index: it has no volume, and a bar alone makes its slot traded. Default: none. */
	isIndex?: Uint8Array;
}

/** Report data besides the bars; every array has one entry per engine row. */
export interface ReportFacts {
	tickerIds: Uint32Array;
	/** Shares outstanding, NaN if unknown. Market cap is shares x last traded close. */
	shares: Float64Array;
	/** Mentions of the last 24 h; -1 if no source covered it. */
	mentions: Int32Array;
	/** Public information. Default: unknown. */
	information?: InformationTable;
	/** 0 excludes the row (not listed at the time of the report). Default: all rows that have traded. */
	listed?: Uint8Array;
}

/** One series of one timeframe of one ticker. Numbers are null if the status rules out a measurement. */
export interface CellDetail {
	status: CellStatus;
	/** As in the report: rounded to float32. */
	z: number | null;
	/** sigma of price (per square root of clock variance), s of u or b, usual true range for squeeze. */
	scale: number | null;
	/** price: ln(C / C_ref); volume: shares; sum: contracts; diff: m, the median that b is compared with; squeeze: q. */
	value: number | null;
}

export interface TimeframeDetail {
	developing: boolean;
	/** Close of the reference bar; null without one. */
	referenceTime: UtcMs | null;
	price: CellDetail;
	volume: CellDetail;
	sum: CellDetail;
	diff: CellDetail;
	squeeze: CellDetail;
}

export interface RowDetail {
	/** Shortest timeframe first. */
	timeframes: readonly TimeframeDetail[];
	/** Median contracts, shares and dollars per day; null with fewer sessions than needed. */
	medianOptionsDaily: number | null;
	medianVolumeDaily: number | null;
	medianDollarsDaily: number | null;
	eligible: boolean;
	stale: boolean;
	quarantine: boolean;
}

/**
 * The columnar, incremental engine. One session at a time: startSession, then applySlot for every slot 0..slots-1 in order (a slot without any data
 * is a matrix of empty cells), report after any of them, and prepare once it is published. A report between two slots or sessions is that of the
 * last slot. Calls out of order throw a RangeError.
 */
export interface Engine {
	readonly parameters: ParameterSet;
	readonly rows: number;
	/** The last started session and its last applied slot, -1 before the first; null before any session. */
	readonly position: { readonly session: EngineSession; readonly slot: number } | null;
	/** Last traded close per row in dollars, split-adjusted, not dividend-adjusted; NaN before the first trade. Read only. */
	readonly lastClose: Float64Array;
	/**
	 * Starts the next session; the previous one must be complete. It opens with its first slot; until then it may be restarted with other
	 * adjustments. An unannounced split recomputes its row from `historyOf` (RangeError without it), called for the sessions before this one.
	 */
	startSession(session: EngineSession, adjustments?: SessionAdjustments, historyOf?: HistoryOf): void;
	/**
	 * Applies one elapsed slot of all rows. `halted` (default: the matrix's): 1 if a feed reported a trading halt at any time in the slot; such rows
	 * keep the depths of their last traded slot. A vendor's daily row is read with the last slot of its session.
	 */
	applySlot(matrix: SessionMatrix, slot: number, halted?: Uint8Array): void;
	/** Folds closed bars into the windows and computes the scales of the next slot, so that the next report is ready sooner. Optional. */
	prepare(): void;
	/**
	 * The same for one timeframe that still needs it, with many rows `atOnce` at a time, so that other work can run in between; false if none does.
	 */
	prepareOne(atOnce?: number): boolean;
	/** The report at the end of the last applied slot: rows that have traded, ascending. Repeatable; throws before the first slot. */
	report(time: ReportTime, facts: ReportFacts): ReportTable;
	/** The numbers behind one row at the last applied slot. */
	detail(row: number): RowDetail;
	/** Appends rows without history (new listings). */
	addRows(count: number, isIndex?: Uint8Array): void;
	/** Recomputes one row from stored sessions, after a correction, a late split or a dismissed alarm, up to the current slot. */
	rebuildRow(row: number, history: Iterable<RowSession>): void;
	/**
	 * Announces splits of sessions still to be started, before a replay: bars are then on the basis after them, and nothing has to be recomputed
	 * later. Reports before such a split are on the later basis.
	 */
	announceSplits(splits: readonly { readonly row: number; readonly ratio: number }[]): void;
	/**
	 * Quarantines rows (1) with an undecided jump before the first session: only a decision ends a quarantine (signals.md 1.9.7), however old the
	 * jump is. RangeError once a session has started.
	 */
	quarantineEarlier(rows: Uint8Array): void;
	/**
	 * Rows (1) without volume before the first session, that may have some later: each counts as an index until its first volume, and then starts again as a
	 * ticker that has not traded. RangeError once a session has started.
	 */
	countAsIndex(rows: Uint8Array): void;
	/**
	 * A copy of rows [from, to), for an engine elsewhere to continue with: rows are independent of each other. Not between startSession and its first
	 * slot.
	 */
	takeBlock(from: number, to: number): EngineBlock;
	/** Replaces its own rows with those of all blocks, in order. The blocks must have gone through the same calls since they were taken. */
	putBlocks(blocks: readonly EngineBlock[]): void;
	/** Bytes held in typed arrays. */
	byteLength(): number;
}
