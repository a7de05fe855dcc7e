/**
 * Columnar blocks of market data, exchanged by providers, the store and the engine. Row i of a block is index i of each array; only the first `count` rows
 * are used. Times are UTC seconds (32 bits last until 2106).
 */

/** Part of the trading day to which a 15-minute bar belongs. */
export const BAR_SESSIONS = ['pre', 'regular', 'post'] as const;
export const PRE = 0;
export const REGULAR = 1;
export const POST = 2;
/** Marks a row that isn't a bar but a trading halt that a feed reported in this regular slot. Prices are NaN, the volume is 0. */
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

/** Vendors' daily bars, used only for sessions without 15-minute bars. `day` is the New York date in days since 1970-01-01. */
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

/** Mentions by ticker, source and hour. */
export interface MentionBlock {
	count: number;
	tickerId: Uint32Array;
	/** Start of the hour, UTC seconds. */
	time: Uint32Array;
	/** Index in MENTION_SOURCES. */
	source: Uint8Array;
	/** Without retweets. */
	mentions: Uint32Array;
	retweets: Uint32Array;
	/** Number of authors; -1 if unknown. */
	authors: Int32Array;
	/** The hours that were counted. A counted hour without a row had no mentions. */
	spans: MentionSpan[];
}
export const MENTION_SOURCES = ['twitter', 'reddit'] as const;
export type MentionSource = (typeof MENTION_SOURCES)[number];

/** The program or file that counted the mentions. Stored by index; 'unknown' is for mentions counted before this was recorded. */
export const MENTION_COUNTERS = ['unknown', 'simulated', 'apewisdom', 'reddit', 'x', 'file'] as const;
export type MentionCounterName = (typeof MENTION_COUNTERS)[number];
/** Ticker id of spans that cover every ticker. */
export const ALL_TICKERS = 0;

/** A source and hours in which it was counted, for one ticker or ALL_TICKERS: hours that start in [from, to), UTC seconds. */
export interface MentionSpan {
	tickerId: number;
	/** Index in MENTION_SOURCES. */
	source: number;
	from: number;
	to: number;
	/** Index in MENTION_COUNTERS. */
	counter: number;
}

export type BlockColumn = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Returns the columns of a block by name. */
export function columnsOf(block: { readonly count: number }): ReadonlyMap<string, BlockColumn> {
	return new Map(Object.entries<unknown>(block).filter((entry): entry is [string, BlockColumn] => ArrayBuffer.isView(entry[1])));
}

export function createBarBlock(capacity: number): BarBlock {
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

export function createDailyBlock(capacity: number): DailyBlock {
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

export function createOptionBlock(capacity: number): OptionBlock {
	return {
		count: 0,
		tickerId: new Uint32Array(capacity),
		time: new Uint32Array(capacity),
		calls: new Float32Array(capacity),
		puts: new Float32Array(capacity),
	};
}

export function createMentionBlock(capacity: number): MentionBlock {
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
