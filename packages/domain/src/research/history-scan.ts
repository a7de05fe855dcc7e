import type { Algo } from '../reports/licence.ts';
import type { ListQuestion } from '../reports/list-question.ts';
import type { TimeframeIndex } from '../time/timeframe.ts';

/** A list's question, as it is replayed over past reports. */
export interface ScannedQuestion extends Pick<ListQuestion, 'tab' | 'strategy' | 'conditions' | 'caps' | 'mentions'> {
	/** Slots of three that must show the tab's mark. */
	readonly quorum: number;
}

export interface ScanSpan {
	/** UTC seconds, `from` included, `to` not. */
	readonly from: number;
	readonly to: number;
	readonly algo: Algo;
	/** Only these tickers; all when undefined. */
	readonly tickers?: ArrayLike<number> | undefined;
}
/** With the timeframes whose packed words are wanted. */
export type WordsSpan = ScanSpan & { readonly words: readonly TimeframeIndex[] };

/** Rows that answer a question, by report, then ticker, then build: index i of each array is match i. Of corrected reports the rows of every version are here. */
export interface Matches {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	build: Uint32Array;
	tickerId: Uint32Array;
	/** Packed words of the timeframes asked for, in their order. */
	words: readonly Uint32Array[];
}

/** Capitalisations by report, then ticker: what tiers are made of. */
export interface ReportCaps {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	tickerId: Uint32Array;
	/** Dollars; NaN where unknown. */
	cap: Float64Array;
}
