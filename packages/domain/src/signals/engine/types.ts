import type { SessionMatrix } from '../../prices/session-matrix.ts';
import type { ReportTime, UtcMs } from '../../time/units.ts';
import type { ParameterSet } from '../parameters.ts';
import type { InformationTable, ReportTable } from '../report-table.ts';
import type { CellStatus } from '../status.ts';
import type { EngineSession, HistoryOf, RowSession, SessionAdjustments } from './engine-session.ts';
import type { EngineBlock } from './state.ts';

export interface EngineOptions {
	parameters: ParameterSet;
	/** Number of tickers. Rows are the directory's rows, ascending by ticker id. */
	rows: number;
	/** 1 if the row is an index. An index has no volume, and any bar marks its slot as traded. Default: no row is an index. */
	isIndex?: Uint8Array;
}

/** Data of a report that doesn't come from bars; every array has one element per engine row. */
export interface ReportFacts {
	tickerIds: Uint32Array;
	/** Shares outstanding; NaN if unknown. */
	shares: Float64Array;
	/** Mentions in the last 24 hours; -1 if no source covered the ticker. */
	mentions: Int32Array;
	/** Public information. Default: unknown. */
	information?: InformationTable;
	/** 0 excludes a row (not listed at the time of the report). Default: no row is excluded. */
	listed?: Uint8Array;
}

/** One series on one timeframe of one ticker. Numbers are null if the status rules out a measurement. */
export interface CellDetail {
	status: CellStatus;
	/** Rounded to float32, as in the report. */
	z: number | null;
	/** price: sigma per square root of clock variance; volume, sum: scale of the log surge u; diff: scale of the balance b; squeeze: usual true range. */
	scale: number | null;
	/** price: ln(C / C_ref); volume: shares; sum: contracts; diff: m, the median subtracted from b; squeeze: q. */
	value: number | null;
}

export interface TimeframeDetail {
	developing: boolean;
	/** End of the reference bar; null without one. */
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
	/** Median contracts, shares and dollars per day; null with too few sessions. */
	medianOptionsDaily: number | null;
	medianVolumeDaily: number | null;
	medianDollarsDaily: number | null;
	eligible: boolean;
	stale: boolean;
	quarantine: boolean;
}

/**
 * The columnar, incremental engine. For each session, call `startSession`, then `applySlot` for every slot in order, including slots without any data. After
 * any slot, call `report`, and `prepare` once the report is published. Reports always describe the last applied slot. Calls out of order throw a RangeError.
 */
export interface Engine {
	readonly parameters: ParameterSet;
	readonly rows: number;
	/** The last started session and its last applied slot (-1: none yet); null before the first session. */
	readonly position: { readonly session: EngineSession; readonly slot: number } | null;
	/** Last traded close of each row in dollars, adjusted for splits but not for dividends; NaN before the first trade. Don't modify it. */
	readonly lastClose: Float64Array;
	/**
	 * Starts the next session; the previous one must be complete. The session opens with its first slot; before that, it can be restarted with other
	 * adjustments. The row of an unannounced split is recomputed from `historyOf`, which must return the sessions before this one. Without `historyOf`, a
	 * RangeError is thrown.
	 */
	startSession(session: EngineSession, adjustments?: SessionAdjustments, historyOf?: HistoryOf): void;
	/**
	 * Applies one elapsed slot to all rows. `halted` is 1 for rows with a trading halt, reported by a feed, at any time in the slot. These rows keep the
	 * depths of their last traded slot. Default: the matrix's column. Vendors' daily rows are read with the last slot of a session.
	 */
	applySlot(matrix: SessionMatrix, slot: number, halted?: Uint8Array): void;
	/** Does the work for the next report that doesn't depend on its slot, so that the report is ready sooner. Calling it is optional. */
	prepare(): void;
	/**
	 * Runs one step of `prepare`, for at most `maxRows` rows of one timeframe, so that other work can run between steps. Returns false if nothing is left to
	 * do.
	 */
	prepareStep(maxRows?: number): boolean;
	/**
	 * Builds the report at the end of the last applied slot, with the rows that have traded, ascending. Can be called repeatedly; throws before the first
	 * slot.
	 */
	report(time: ReportTime, facts: ReportFacts): ReportTable;
	/** Returns the numbers behind one row's cells at the last applied slot. */
	detail(row: number): RowDetail;
	/** Appends rows without history (new listings). */
	addRows(count: number, indexFlags?: Uint8Array): void;
	/** Recomputes one row up to the current slot from stored sessions, after a correction, a late split or a dismissed jump. */
	rebuildRow(row: number, history: Iterable<RowSession>): void;
	/**
	 * Announces splits of future sessions before a replay. Bars are then read on the share basis after the splits, so no row has to be recomputed later.
	 * Reports before such a split are on that basis, too.
	 */
	announceSplits(splits: readonly { readonly row: number; readonly ratio: number }[]): void;
	/**
	 * Quarantines the rows marked 1: they had an undecided jump before the first session. Only a decision ends such a quarantine (signals.md 1.9.7), however
	 * old the jump is. Throws a RangeError once a session has started.
	 */
	quarantineEarlierJumps(rowFlags: Uint8Array): void;
	/**
	 * Makes the rows marked 1 count as indexes until their first volume: they had no volume before the first session. At the first volume, they restart as
	 * tickers that haven't traded. Throws a RangeError once a session has started.
	 */
	countAsIndex(rowFlags: Uint8Array): void;
	/**
	 * Copies rows [firstRow, endRow) for another engine to continue; rows are independent of each other. Throws a RangeError between `startSession` and
	 * the first slot.
	 */
	extractBlock(firstRow: number, endRow: number): EngineBlock;
	/** Replaces all rows by the rows of the blocks, in order. The blocks' engines must have received the same calls since the blocks were copied. */
	loadBlocks(blocks: readonly EngineBlock[]): void;
	/** Number of bytes in typed arrays. */
	byteLength(): number;
}
