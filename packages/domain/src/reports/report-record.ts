import type { ExchangeDate, ReportTime, UtcMs } from '../time/units.ts';
import type { Algo } from './licence.ts';

/** A published report apart from its rows. */
export interface ReportRecord {
	time: ReportTime;
	algo: Algo;
	/** 1 as first published; each correction adds one. */
	version: number;
	/** What its rows in the series store carry; rows of other builds do not count. */
	buildId: number;
	parametersVersion: number;
	engineVersion: string;
	/** Bars received up to this instant entered the report. */
	cutoff: UtcMs;
	tickers: number;
	/** The rule of its hashes. */
	format: number;
	/** SHA-256 in hex over the content; of format 1 over `previousHash` too. */
	contentHash: string;
	/** The link of the report published before. */
	previousHash: string;
	/** SHA-256 in hex over the content hash, the place in the chain and the instants; of format 1 the content hash itself. */
	link: string;
	/** Position in the chain, from 1 without gaps. */
	chainSeq: number;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	publishedAt: UtcMs;
	/** Wall-clock time when the slot was over and when its report was published; null unless live, and in reports older than these columns. */
	dueWall: UtcMs | null;
	publishedWall: UtcMs | null;
	/** First session that the engine read, and the hash over what entered; null in reports older than these columns. */
	inputFrom: ExchangeDate | null;
	inputHash: string | null;
	/** The version that took this one's place; null for the one in force. */
	supersededBy: number | null;
}
