import type { ReportTable } from '../signals/report-table.ts';

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
	/** Public information (`informationState`), the numbers of the session and time in lists as in a report; absent unless asked for. */
	information?: Uint8Array;
	change?: Int32Array;
	dollarVolume?: Float32Array;
	listed?: ReportTable['listed'];
}
