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
	/** SHA-256 in hex over the content and `previousHash`. */
	contentHash: string;
	previousHash: string;
	/** Position in the chain, from 1 without gaps. */
	chainSeq: number;
	/** Built from imported or backfilled bars. */
	reconstructed: boolean;
	publishedAt: UtcMs;
	/** First session whose bars entered, and the hash over all that did; null in reports older than these columns. */
	inputFrom: ExchangeDate | null;
	inputHash: string | null;
	/** The version that took this one's place; null for the one in force. */
	supersededBy: number | null;
}
