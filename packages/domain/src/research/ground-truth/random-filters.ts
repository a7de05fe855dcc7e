import type { Operation } from '../../signals/sector.ts';
import { createRandom } from '../../statistics/random.ts';
import type { NullMarket } from './null-market.ts';

/** A filter that a user could have saved: tickers of some industries after a move of at least so many typical moves. */
export interface RandomFilter {
	/** Bars of the move. */
	readonly move: number;
	readonly rise: boolean;
	readonly minimum: number;
	readonly operation: Operation;
	/** 1 for each industry that it takes. */
	readonly industries: Uint8Array;
}

const MOVES = [1, 2, 3, 5, 8, 13] as const;
const DEPTHS = [0.75, 1, 1.25, 1.5, 2] as const;

/** Distinct in what they take, so that none is tried twice by name only. */
export function randomFilters(seed: number, count: number, industries: number): RandomFilter[] {
	const random = createRandom(seed);
	return Array.from({ length: count }, () => {
		const taken = Uint8Array.from({ length: industries }, () => Number(random.happens(0.3)));
		taken[random.below(industries)] = 1;
		return {
			move: MOVES[random.below(MOVES.length)]!,
			rise: random.happens(0.5),
			minimum: DEPTHS[random.below(DEPTHS.length)]!,
			operation: random.happens(0.5) ? 'short' : 'long',
			industries: taken,
		};
	});
}

/** Episodes of a filter, in order of their bar. The excess is that over the median ticker in the filter's direction, without costs. */
export interface NullEpisodes {
	readonly bars: readonly number[];
	readonly excess: readonly number[];
}

export interface EpisodeReader {
	episodesOf(filter: RandomFilter): NullEpisodes;
}

/** Weight of the newest squared return in a ticker's volatility. */
const NEWEST = 0.06;
/** Bars before the first episode, in which volatilities settle. */
export const SETTLING = 20;

/** Finds episodes of filters in one market: entry at the next bar's open, exit at the close `horizon` bars after the signal. */
export function episodeReader(market: NullMarket, horizon: number, cooldown: number): EpisodeReader {
	const { tickers, bars, close, industry } = market;
	const excess = excessOverMedian(market, horizon);
	const volatility = volatilities(market);
	return {
		episodesOf({ move, rise, minimum, operation, industries }) {
			const found = { bars: [] as number[], excess: [] as number[] };
			const opened = new Int32Array(tickers).fill(-cooldown);
			const [up, side, width] = [rise ? 1 : -1, operation === 'long' ? 1 : -1, minimum * Math.sqrt(move)];
			for (let bar = SETTLING; bar + horizon < bars; bar++) {
				for (let ticker = 0; ticker < tickers; ticker++) {
					if (bar < opened[ticker]! + cooldown || industries[industry[ticker]!] === 0) continue;
					const cell = bar * tickers + ticker;
					const moved = close[cell]! - close[cell - move * tickers]!;
					if (up * moved < width * volatility[cell]!) continue;
					opened[ticker] = bar;
					found.bars.push(bar);
					found.excess.push(side * excess[cell]!);
				}
			}
			return found;
		},
	};
}

/** Return from the open after each bar to the close `horizon` bars after it, minus the median ticker's over the same bars. */
function excessOverMedian({ tickers, bars, open, close }: NullMarket, horizon: number): Float64Array {
	const excess = new Float64Array(bars * tickers).fill(Number.NaN);
	const sorted = new Float64Array(tickers);
	for (let bar = 0; bar + horizon < bars; bar++) {
		for (let ticker = 0; ticker < tickers; ticker++)
			sorted[ticker] = close[(bar + horizon) * tickers + ticker]! - open[(bar + 1) * tickers + ticker]!;
		excess.set(sorted, bar * tickers);
		sorted.sort();
		const middle = (sorted[(tickers - 1) >> 1]! + sorted[tickers >> 1]!) / 2;
		for (let ticker = 0; ticker < tickers; ticker++) excess[bar * tickers + ticker] = excess[bar * tickers + ticker]! - middle;
	}
	return excess;
}

/** Exponentially weighted volatility per bar of each ticker, known at the bar's close. */
function volatilities({ tickers, bars, close }: NullMarket): Float64Array {
	const volatility = new Float64Array(bars * tickers);
	const squares = new Float64Array(tickers);
	for (let bar = 1; bar < bars; bar++) {
		for (let ticker = 0; ticker < tickers; ticker++) {
			const cell = bar * tickers + ticker;
			const square = (close[cell]! - close[cell - tickers]!) ** 2;
			squares[ticker] = squares[ticker]! + Math.max(NEWEST, 1 / bar) * (square - squares[ticker]!);
			volatility[cell] = Math.sqrt(squares[ticker]!);
		}
	}
	return volatility;
}
