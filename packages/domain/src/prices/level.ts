import type { ExchangeDate } from '../time/units.ts';

/** A point of a level: UTC seconds, and a price in dollars. */
export interface LevelPoint {
	readonly time: number;
	readonly price: number;
}

export interface TrendLine {
	readonly kind: 'trend';
	/** The earlier point. */
	readonly from: LevelPoint;
	readonly to: LevelPoint;
}

/** A level that a reader draws on a price chart. */
export type Level = { readonly kind: 'line'; readonly price: number } | TrendLine;

/** Levels, and the date of the share basis of their prices. */
export interface KeptLevels {
	readonly levels: readonly Level[];
	readonly basis: ExchangeDate;
}

/** Maximum number of levels per ticker, and of tickers with levels per user. */
export const LEVELS_OF_TICKER = 20;
export const TICKERS_WITH_LEVELS = 200;
/** Dollars. */
export const HIGHEST_PRICE = 10_000_000;

export const tooManyLevels = `A ticker can have ${LEVELS_OF_TICKER} levels. Delete one first.`;
export const tooManyTickers = `You can have levels on ${TICKERS_WITH_LEVELS} tickers. Delete those of another ticker first.`;

/** Price resolution of reports, per dollar. */
const PRECISION = 10_000;

/** The level after a split with this many new shares for one: it keeps its position relative to the bars, whose prices are divided too. */
export function afterSplits(level: Level, ratio: number): Level {
	if (ratio === 1) return level;
	const moved = (price: number): number => Math.min(HIGHEST_PRICE, Math.max(1, Math.round((price / ratio) * PRECISION)) / PRECISION);
	if (level.kind === 'line') return { ...level, price: moved(level.price) };
	const point = ({ time, price }: LevelPoint): LevelPoint => ({ time, price: moved(price) });
	return { ...level, from: point(level.from), to: point(level.to) };
}

/**
 * The price of a trend line at a place in `time`, which gives the trading time of UTC seconds: the line is straight in it, as in a chart without gaps.
 * Undefined before its first point, where it isn't drawn, and where it is upright or below zero.
 */
export function trendPrice({ from, to }: TrendLine, at: number, time: (seconds: number) => number): number | undefined {
	const [start, end, now] = [time(from.time), time(to.time), time(at)];
	if (end <= start || now < start || at < from.time) return undefined;
	const price = from.price + ((to.price - from.price) * (now - start)) / (end - start);
	return price > 0 ? price : undefined;
}

/** A trend line through two points in either order; undefined if both have the same time. */
export function trendThrough(a: LevelPoint, b: LevelPoint): Level | undefined {
	if (a.time === b.time) return undefined;
	return a.time < b.time ? { kind: 'trend', from: a, to: b } : { kind: 'trend', from: b, to: a };
}
