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

/** A level that a user draws on a price chart. */
export type Level = { readonly kind: 'line'; readonly price: number } | TrendLine;

/** A user's stored levels on a ticker. */
export interface StoredLevels {
	readonly levels: readonly Level[];
	/** Prices are in dollars per share as of this day, before later splits. */
	readonly basis: ExchangeDate;
}

export const MAX_LEVELS_PER_TICKER = 20;
/** Per user. */
export const MAX_TICKERS_WITH_LEVELS = 200;
/** Dollars. */
export const MAX_LEVEL_PRICE = 10_000_000;

export const TOO_MANY_LEVELS = `A ticker can have ${MAX_LEVELS_PER_TICKER} levels. Delete one first.`;
export const TOO_MANY_TICKERS = `You can have levels on ${MAX_TICKERS_WITH_LEVELS} tickers. Delete those of another ticker first.`;

/** Prices are rounded to 1 / STEPS_PER_DOLLAR dollar, the resolution of prices in reports. */
const STEPS_PER_DOLLAR = 10_000;

/** Moves a level with the bars: a split divides prices by `ratio`, the new shares per old share. */
export function adjustForSplits(level: Level, ratio: number): Level {
	if (ratio === 1) return level;
	const adjustPrice = (price: number): number =>
		Math.min(MAX_LEVEL_PRICE, Math.max(1, Math.round((price / ratio) * STEPS_PER_DOLLAR)) / STEPS_PER_DOLLAR);
	if (level.kind === 'line') return { ...level, price: adjustPrice(level.price) };
	const adjustPoint = ({ time, price }: LevelPoint): LevelPoint => ({ time, price: adjustPrice(price) });
	return { ...level, from: adjustPoint(level.from), to: adjustPoint(level.to) };
}

/**
 * Returns the price of a trend line at `at`, UTC seconds. `tradingTimeOf` converts UTC seconds to trading time; the line is straight in that time, as in a
 * chart without gaps. undefined before the first point, if the price is zero or negative, and if both points have the same trading time.
 */
export function trendPrice({ from, to }: TrendLine, at: number, tradingTimeOf: (seconds: number) => number): number | undefined {
	const [start, end, time] = [tradingTimeOf(from.time), tradingTimeOf(to.time), tradingTimeOf(at)];
	if (end <= start || time < start || at < from.time) return undefined;
	const price = from.price + ((to.price - from.price) * (time - start)) / (end - start);
	return price > 0 ? price : undefined;
}

/** Creates a trend line through two points in either order; undefined if both have the same time. */
export function createTrendLine(a: LevelPoint, b: LevelPoint): Level | undefined {
	if (a.time === b.time) return undefined;
	return a.time < b.time ? { kind: 'trend', from: a, to: b } : { kind: 'trend', from: b, to: a };
}
