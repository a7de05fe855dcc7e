import { depthIn } from '../signals/packed.ts';
import type { TimeframeWeights } from '../signals/parameters.ts';
import { SECTORS, type SectorIndex, type SectorKey, SQUEEZE, sectorIndex, type Tab } from '../signals/sector.ts';
import type { Trade } from './walk/forward-walk.ts';

/** Matches in order of time: match i is ticker `tickers[i]` at bar number `bars[i]` of the third timeframe. */
export interface MatchBars {
	readonly count: number;
	readonly tickers: ArrayLike<number>;
	readonly bars: ArrayLike<number>;
}

/**
 * Returns the indexes of the matches that open an episode (signals.md 3.1): a ticker's first match, and any match at least `cooldown` bars after the start of
 * the ticker's previous episode. Updates `starts`, the first bar of each ticker's last episode, so that a search can run in parts.
 */
export function openEpisodes({ count, tickers, bars }: MatchBars, cooldown: number, starts: Map<number, number>): number[] {
	const openings: number[] = [];
	for (let i = 0; i < count; i++) {
		const ticker = tickers[i]!;
		const bar = bars[i]!;
		const previousStart = starts.get(ticker);
		if (previousStart !== undefined && bar < previousStart + cooldown) continue;
		starts.set(ticker, bar);
		openings.push(i);
	}
	return openings;
}

/** Returns the bars that open an episode, from one ticker's ascending matching bars. */
export function episodeBars(bars: readonly number[], cooldown: number): number[] {
	return openEpisodes({ count: bars.length, tickers: new Uint8Array(bars.length), bars }, cooldown, new Map()).map((match) => bars[match]!);
}

/** Packed words of the three rated timeframes. */
export type RatedWords = readonly [number, number, number];

/** Converts stored words, which can be signed, to unsigned numbers. */
export function toUnsignedWords([first = 0, second = 0, third = 0]: readonly number[]): RatedWords {
	return [first >>> 0, second >>> 0, third >>> 0];
}

/** Computes the rate from three words alone (signals.md section 2). Null depths count 0; in coiled_spring, squeeze replaces price. */
export function rateOfWords(words: RatedWords, sectors: readonly SectorKey[], tab: Tab, weights: TimeframeWeights): number {
	return sectors.reduce((sum, key) => {
		const slice: SectorIndex = tab === 'coiled_spring' && isPrice(key) ? SQUEEZE : sectorIndex(key);
		return sum + words.reduce((subtotal, word, at) => subtotal + weights[at]! * (depthIn(word, slice) ?? 0), 0);
	}, 0);
}

function isPrice(key: SectorKey): boolean {
	return key === 'price_short' || key === 'price_long';
}

/** Returns bits: bit k is set if sector k has a depth above 0 in any of the words; bit 6 is for squeeze. */
export function activeSectorBits(words: RatedWords): number {
	return [...SECTORS.keys(), SQUEEZE].reduce((bits, slice) => {
		const isActive = words.some((word) => (depthIn(word, slice as SectorIndex) ?? 0) > 0);
		return isActive ? bits | (1 << slice) : bits;
	}, 0);
}

/** The trades of episodes at one horizon, in columns: element i is episode i. NaN for an episode that hasn't ended or couldn't be measured. */
export interface EpisodeTrades {
	/** UTC milliseconds; for an episode without a trade, the planned times. */
	readonly entries: Float64Array;
	readonly exits: Float64Array;
	/** On the share basis of the newest session, as in charts. */
	readonly entryPrices: Float32Array;
	readonly exitPrices: Float32Array;
	/** Log returns including dividends; see Trade. */
	readonly own: Float32Array;
	readonly peers: Float32Array;
	readonly costs: Float32Array;
	/** 1 if the cost comes from an estimated spread. */
	readonly estimated: Uint8Array;
	readonly best: Float32Array;
	readonly worst: Float32Array;
}

interface TradedEpisode {
	readonly tickerId: number;
	readonly entry: number;
	readonly exit: number;
	readonly trade: Trade | undefined;
}

/** Collects trades in columns. `ratioSince` returns how many of today's shares one share at an instant has become (`createShareRatio`). */
export function createEpisodeTrades(
	episodes: readonly TradedEpisode[],
	ratioSince: (tickerId: number, time: number) => number,
): EpisodeTrades {
	const createColumn = (read: (trade: Trade) => number): Float32Array =>
		Float32Array.from(episodes, ({ trade }) => (trade ? read(trade) : Number.NaN));
	const ratios = episodes.map(({ tickerId, exit }) => ratioSince(tickerId, exit));
	const createPriceColumn = (read: (trade: Trade) => number): Float32Array => createColumn(read).map((price, i) => price / ratios[i]!);
	return {
		entries: Float64Array.from(episodes, ({ entry, trade }) => trade?.entry ?? entry),
		exits: Float64Array.from(episodes, ({ exit }) => exit),
		entryPrices: createPriceColumn(({ entryPrice }) => entryPrice),
		exitPrices: createPriceColumn(({ exitPrice }) => exitPrice),
		own: createColumn(({ own }) => own),
		peers: createColumn(({ peers }) => peers),
		costs: createColumn(({ cost }) => cost),
		estimated: Uint8Array.from(episodes, ({ trade }) => Number(trade?.costSource === 'edge')),
		best: createColumn(({ best }) => best),
		worst: createColumn(({ worst }) => worst),
	};
}

export interface DatedSplit {
	readonly tickerId: number;
	/** Open of the session in which the split takes effect. */
	readonly at: number;
	/** New shares per old share. */
	readonly ratio: number;
}

/** Returns how many shares of the newest session one share at an instant has become through splits. */
export function createShareRatio(splits: readonly DatedSplit[]): (tickerId: number, time: number) => number {
	const splitsByTicker = Map.groupBy(splits, ({ tickerId }) => tickerId);
	return (tickerId, time) =>
		(splitsByTicker.get(tickerId) ?? []).reduce((product, { at, ratio }) => (at >= time ? product * ratio : product), 1);
}
