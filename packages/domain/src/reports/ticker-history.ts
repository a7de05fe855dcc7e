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
	/** Public information (`informationState`) and the numbers of the session as in a report; absent unless asked for. */
	information?: Uint8Array;
	change?: Int32Array;
	dollarVolume?: Float32Array;
}
