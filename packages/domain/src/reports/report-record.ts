import type { ReportTable } from '../signals/report-table.ts';
import type { ExchangeDate, ReportTime, UtcMs } from '../time/units.ts';
import type { Algo } from './licence.ts';

/** A published report without its rows. */
export interface ReportRecord {
	time: ReportTime;
	algo: Algo;
	/** 1 as first published; each correction adds one. */
	version: number;
	/** Id of the build of the report's rows in the series store; rows of other builds are ignored. */
	buildId: number;
	parametersVersion: number;
	engineVersion: string;
	/** Bars received up to this instant are included. */
	cutoff: UtcMs;
	/** Number of tickers. */
	tickers: number;
	/** Hash format, see REPORT_FORMAT. */
	format: number;
	/** SHA-256 in hex of the content; in format 1 also of `previousHash`. */
	contentHash: string;
	/** `link` of the previously published report. */
	previousHash: string;
	/** SHA-256 in hex of content hash, chain position and instants (`linkText`); in format 1 the content hash itself. */
	link: string;
	/** Position in the chain, from 1 without gaps. */
	chainSeq: number;
	/** Whether the report was built later from imported or backfilled bars, not live. */
	reconstructed: boolean;
	publishedAt: UtcMs;
	/** Wall-clock time of the end of the slot; null if the report wasn't live, and in reports older than this column. */
	dueWall: UtcMs | null;
	/** Wall-clock time of publication; null where `dueWall` is null. */
	publishedWall: UtcMs | null;
	/** First session that the engine read; null in reports older than this column. */
	inputFrom: ExchangeDate | null;
	/** Hash of the input bars; null in reports older than this column. */
	inputHash: string | null;
	/** The version that superseded this one; null: this is the current version. */
	supersededBy: number | null;
}

/** Returns the wall-clock milliseconds from the end of a slot to the publication of its report; null if not recorded. */
export function publicationLagMs({ dueWall, publishedWall }: Pick<ReportRecord, 'dueWall' | 'publishedWall'>): number | null {
	return dueWall === null || publishedWall === null ? null : Math.max(0, publishedWall - dueWall);
}

/** The first publication of a slot's report. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Wall-clock times of the end of the slot and of publication; null if the report wasn't live or they weren't recorded. */
	readonly dueWall: UtcMs | null;
	readonly publishedWall: UtcMs | null;
	/** Whether the report was built later from stored bars, not live. */
	readonly reconstructed: boolean;
}

/**
 * The version of a report that statistics use: the first published version of a live report, the newest version of a reconstructed one. `buildId` identifies
 * the version's rows.
 */
export interface CountedVersion extends FirstReport {
	readonly buildId: number;
}

/** The span of an algo's reports, from the time of the oldest to the time of the newest. */
export interface ReportSpan {
	readonly from: UtcMs;
	readonly to: UtcMs;
	/** Highest chain position of any version; increases with each publication. */
	readonly newest: number;
}

/** One ticker in many reports: index i of each array is report i, ascending by time. */
export interface TickerHistory {
	count: number;
	/** UTC seconds. */
	time: Uint32Array;
	/** Packed words, one column per timeframe. */
	words: readonly [Uint32Array, Uint32Array, Uint32Array, Uint32Array, Uint32Array];
	/** 1/10000 dollar. */
	price: Float64Array;
	cap: Float64Array;
	mentions: Int32Array;
	flags: Uint8Array;
	/** The following columns are the same as in ReportTable; absent unless requested. */
	information?: Uint8Array;
	change?: Int32Array;
	dollarVolume?: Float32Array;
	listed?: ReportTable['listed'];
	/** z[i * count + report] for column i of a report's z. */
	z?: Float32Array;
}
