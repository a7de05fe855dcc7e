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
