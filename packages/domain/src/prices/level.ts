import type { ExchangeDate } from '../time/units.ts';

/** A point of a level: UTC seconds, and a price in dollars. */
export interface LevelPoint {
	readonly time: number;
	readonly price: number;
}

/** What a reader draws into a price chart. */
export type Level =
	| { readonly kind: 'line'; readonly price: number }
	| {
			readonly kind: 'trend';
			/** The earlier point. */
			readonly from: LevelPoint;
			readonly to: LevelPoint;
	  };

/** Levels with the day on whose share basis their prices stand. */
export interface KeptLevels {
	readonly levels: readonly Level[];
	readonly basis: ExchangeDate;
}

/** Levels that are kept of one ticker, and tickers of which one user's are kept. */
export const LEVELS_OF_TICKER = 20;
export const TICKERS_WITH_LEVELS = 200;
/** Dollars. */
export const HIGHEST_PRICE = 10_000_000;

export const tooManyLevels = `A ticker can have ${LEVELS_OF_TICKER} levels. Delete one first.`;
export const tooManyTickers = `You can have levels on ${TICKERS_WITH_LEVELS} tickers. Delete those of another ticker first.`;

/** What reports keep of a dollar. */
const PRECISION = 10_000;

/** The level after a split of so many new shares for one: it keeps its place among the bars, whose prices are divided too. */
export const afterSplits = (level: Level, ratio: number): Level => {
	if (ratio === 1) return level;
	const moved = (price: number): number => Math.min(HIGHEST_PRICE, Math.max(1, Math.round((price / ratio) * PRECISION)) / PRECISION);
	if (level.kind === 'line') return { ...level, price: moved(level.price) };
	const point = ({ time, price }: LevelPoint): LevelPoint => ({ time, price: moved(price) });
	return { ...level, from: point(level.from), to: point(level.to) };
};

/** A trend line through two points in whichever order; undefined where both have one time. */
export const trendThrough = (a: LevelPoint, b: LevelPoint): Level | undefined => {
	if (a.time === b.time) return undefined;
	return a.time < b.time ? { kind: 'trend', from: a, to: b } : { kind: 'trend', from: b, to: a };
};
