/**
 * Columnar blocks of market data, the format in which bars are passed between providers, the store and the engine. Row i of a block is index i of
 * each array; `count` rows are used. Times are UTC seconds (32 bits until 2106).
 */

/** Which part of the trading day a 15-minute bar belongs to. */
export const BAR_SESSIONS = ['pre', 'regular', 'post'] as const;
export const PRE = 0;
export const REGULAR = 1;
export const POST = 2;
/** A marker instead of a bar: a feed reported a trading halt in this regular slot. Its prices are NaN, its volume 0. */
export const HALTED = 3;

/** 15-minute bars. Prices in dollars as printed (raw, not split-adjusted), volume in shares. */
export interface BarBlock {
	count: number;
	tickerId: Uint32Array;
	/** Start of the slot, UTC seconds. */
	time: Uint32Array;
	/** PRE, REGULAR, POST or HALTED. */
	session: Uint8Array;
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	volume: Float64Array;
}

/** Vendors' daily bars, used only if a session has no 15-minute bar. `day` is days since 1970-01-01 of the New York date. */
export interface DailyBlock {
	count: number;
	tickerId: Uint32Array;
	day: Uint16Array;
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	volume: Float64Array;
}

/** Option contracts traded in a 15-minute slot, summed over all listed contracts of the underlying. */
export interface OptionBlock {
	count: number;
	tickerId: Uint32Array;
	/** Start of the slot, UTC seconds. */
	time: Uint32Array;
	calls: Float32Array;
	puts: Float32Array;
}

/** Mentions per ticker and source in the hour that starts at `time`. */
export interface MentionBlock {
	count: number;
	tickerId: Uint32Array;
	time: Uint32Array;
	/** Index into MENTION_SOURCES. */
	source: Uint8Array;
	/** Without retweets. */
	mentions: Uint32Array;
	retweets: Uint32Array;
	/** Authors in that hour; -1 if unknown. */
	authors: Int32Array;
	/** Which hours were counted: a counted hour without a row had no mentions. */
	spans: MentionSpan[];
}
export const MENTION_SOURCES = ['twitter', 'reddit'] as const;
export type MentionSource = (typeof MENTION_SOURCES)[number];

/** Mention counters; the index in this list is stored. 'unknown' counted before counters were recorded. */
export const MENTION_COUNTERS = ['unknown', 'simulated', 'apewisdom', 'reddit', 'x', 'file'] as const;
export type MentionCounterName = (typeof MENTION_COUNTERS)[number];
export const ALL_TICKERS = 0;

/** The hours starting in [from, to), UTC seconds, in which a source was counted, for one ticker or ALL_TICKERS. */
export interface MentionSpan {
	tickerId: number;
	/** Index into MENTION_SOURCES. */
	source: number;
	from: number;
	to: number;
	/** Index into MENTION_COUNTERS. */
	counter: number;
}

export type BlockColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The columns of a block by name. */
export function columnsOf(block: { readonly count: number }): ReadonlyMap<string, BlockColumn> {
	return new Map(Object.entries<unknown>(block).filter((entry): entry is [string, BlockColumn] => ArrayBuffer.isView(entry[1])));
}

export function barBlock(capacity: number): BarBlock {
	return {
		count: 0,
		tickerId: new Uint32Array(capacity),
		time: new Uint32Array(capacity),
		session: new Uint8Array(capacity),
		open: new Float32Array(capacity),
		high: new Float32Array(capacity),
		low: new Float32Array(capacity),
		close: new Float32Array(capacity),
		volume: new Float64Array(capacity),
	};
}

export function dailyBlock(capacity: number): DailyBlock {
	return {
		count: 0,
		tickerId: new Uint32Array(capacity),
		day: new Uint16Array(capacity),
		open: new Float32Array(capacity),
		high: new Float32Array(capacity),
		low: new Float32Array(capacity),
		close: new Float32Array(capacity),
		volume: new Float64Array(capacity),
	};
}

export function optionBlock(capacity: number): OptionBlock {
	return {
		count: 0,
		tickerId: new Uint32Array(capacity),
		time: new Uint32Array(capacity),
		calls: new Float32Array(capacity),
		puts: new Float32Array(capacity),
	};
}

export function mentionBlock(capacity: number): MentionBlock {
	return {
		count: 0,
		tickerId: new Uint32Array(capacity),
		time: new Uint32Array(capacity),
		source: new Uint8Array(capacity),
		mentions: new Uint32Array(capacity),
		retweets: new Uint32Array(capacity),
		authors: new Int32Array(capacity).fill(-1),
		spans: [],
	};
}
