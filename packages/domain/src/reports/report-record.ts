import type { ReportTable } from '../signals/report-table.ts';
import type { ExchangeDate, ReportTime, UtcMs } from '../time/units.ts';
import type { Algo } from './licence.ts';

/** A published report without its rows. */
export interface ReportRecord {
	time: ReportTime;
	algo: Algo;
	/** 1 as first published; each correction adds one. */
	version: number;
	/** The build of its rows in the series store; rows of other builds don't count. */
	buildId: number;
	parametersVersion: number;
	engineVersion: string;
	/** Bars received up to this instant are included. */
	cutoff: UtcMs;
	tickers: number;
	/** Hash format. */
	format: number;
	/** SHA-256 in hex of the content; in format 1 also of `previousHash`. */
	contentHash: string;
	/** The link of the report published before it. */
	previousHash: string;
	/** SHA-256 in hex of the content hash, chain position and instants; in format 1 the content hash itself. */
	link: string;
	/** Position in the chain, from 1 without gaps. */
	chainSeq: number;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	publishedAt: UtcMs;
	/** Wall-clock times of the end of the slot and of publication; null unless live, and in reports older than these columns. */
	dueWall: UtcMs | null;
	publishedWall: UtcMs | null;
	/** First session that the engine read, and the hash of the input; null in reports older than these columns. */
	inputFrom: ExchangeDate | null;
	inputHash: string | null;
	/** The version that superseded it; null for the one in force. */
	supersededBy: number | null;
}

/** Wall-clock milliseconds from the end of a slot to its report; null if not recorded. */
export function lagOf({ dueWall, publishedWall }: Pick<ReportRecord, 'dueWall' | 'publishedWall'>): number | null {
	return dueWall === null || publishedWall === null ? null : Math.max(0, publishedWall - dueWall);
}

/** When a slot's report was first published, and whether it was live. */
export interface FirstReport {
	readonly time: ReportTime;
	/** On the market clock. */
	readonly publishedAt: UtcMs;
	/** Wall-clock times of the end of the slot and of publication; null unless it was published live and the times were recorded. */
	readonly dueWall: UtcMs | null;
	readonly publishedWall: UtcMs | null;
	/** Built later, from stored bars. */
	readonly reconstructed: boolean;
}

/**
 * The version of a report used for statistics, with the build of its rows: the first published one if it was live, the newest if it was
 * reconstructed.
 */
export interface CountedVersion extends FirstReport {
	readonly buildId: number;
}

/** Oldest and newest report of an algo. */
export interface ReportSpan {
	readonly from: UtcMs;
	readonly to: UtcMs;
	/** Last chain position of any version; rises with each publication. */
	readonly newest: number;
}

/** One ticker over many reports, ascending by time: index i of each array is report i. */
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
	/** Public information (`informationState`), the numbers of the session, time in lists and z as in a report; absent by default. */
	information?: Uint8Array;
	change?: Int32Array;
	dollarVolume?: Float32Array;
	listed?: ReportTable['listed'];
	/** z[i * count + report] for column i of a report's z. */
	z?: Float32Array;
}
