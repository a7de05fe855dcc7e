import type { Algo } from '../reports/licence.ts';
import type { ListQuestion } from '../reports/list/list-question.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';

/** A list's question, to be evaluated over past reports. */
export interface ScannedQuestion
	extends Pick<ListQuestion, 'tab' | 'strategy' | 'conditions' | 'groups' | 'caps' | 'mentions' | 'information'> {
	/** Number of the three rated timeframes that must have the tab's mark (`TabRule`). */
	readonly quorum: number;
}

export interface ScanSpan {
	/** UTC seconds, `from` inclusive, `to` exclusive. */
	readonly from: number;
	readonly to: number;
	readonly algo: Algo;
	/** Ids of the tickers to scan. Default: all. */
	readonly tickers?: ArrayLike<number> | undefined;
}
/** `words`: timeframes whose packed words to return. `information`: return the column of public information, too. Default: false. */
export type WordsSpan = ScanSpan & { readonly words: readonly TimeframeIndex[]; readonly information?: boolean };

/**
 * Matching rows, ordered by report, ticker and build: index i of each array is match i. Includes the rows of every version of corrected reports.
 */
export interface Matches {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	build: Uint32Array;
	tickerId: Uint32Array;
	/** Packed words of the requested timeframes, in the order of the request. */
	words: readonly Uint32Array[];
	/** Bytes of public information (`informationState`); undefined unless requested. */
	information: Uint8Array | undefined;
}

/** Market caps, for deriving tiers; ordered by report and ticker. */
export interface ReportCaps {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	tickerId: Uint32Array;
	/** Dollars; NaN if unknown. */
	cap: Float64Array;
}
