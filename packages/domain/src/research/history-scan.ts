import type { Algo } from '../reports/licence.ts';
import type { ListQuestion } from '../reports/list/list-question.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';

/** A list's question, for replaying it over past reports. */
export interface ScannedQuestion
	extends Pick<ListQuestion, 'tab' | 'strategy' | 'conditions' | 'groups' | 'caps' | 'mentions' | 'information'> {
	/** Number of the three timeframes that must show the tab's mark. */
	readonly quorum: number;
}

export interface ScanSpan {
	/** UTC seconds, `from` inclusive, `to` exclusive. */
	readonly from: number;
	readonly to: number;
	readonly algo: Algo;
	/** Only these tickers; all when undefined. */
	readonly tickers?: ArrayLike<number> | undefined;
}
/** With the timeframes whose packed words to return. `information`: the column of public information, too. Default: false. */
export type WordsSpan = ScanSpan & { readonly words: readonly TimeframeIndex[]; readonly information?: boolean };

/**
 * Matching rows, by report, then ticker, then build: index i of each array is match i. For corrected reports, the rows of every version are
 * included.
 */
export interface Matches {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	build: Uint32Array;
	tickerId: Uint32Array;
	/** Packed words of the requested timeframes, in their order. */
	words: readonly Uint32Array[];
	/** Bytes of public information (`informationState`); undefined unless asked for. */
	information: Uint8Array | undefined;
}

/** Market caps by report, then ticker: the input of tiers. */
export interface ReportCaps {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	tickerId: Uint32Array;
	/** Dollars; NaN if unknown. */
	cap: Float64Array;
}
