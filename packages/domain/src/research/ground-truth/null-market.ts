import type { Operation } from '../../signals/sector.ts';
import { createRandom, type Random } from '../../statistics/random.ts';

export interface MarketShape {
	readonly tickers: number;
	readonly industries: number;
	readonly sessions: number;
	/** 1: one bar per session, as on the daily timeframe. */
	readonly barsPerSession: number;
}

/** A simulated market. Log prices are at index bar * tickers + ticker. */
export interface NullMarket extends MarketShape {
	readonly bars: number;
	readonly open: Float64Array;
	readonly close: Float64Array;
	/** Industry of each ticker. */
	readonly industry: Uint8Array;
}

/** Daily volatilities, as fractions: of the common factor, of an industry's factor, and of a ticker's own moves. */
const COMMON_VOLATILITY = 0.012;
const INDUSTRY_VOLATILITY = 0.014;
const TICKER_VOLATILITY = 0.016;
/** Share of a session's variance that occurs overnight, before the open. */
const OVERNIGHT_SHARE = 0.3;
/** The log volatility of the whole market is autoregressive over sessions. */
const PERSISTENCE = 0.97;
const VOLATILITY_OF_VOLATILITY = 0.1;

/**
 * Simulates a market in which nothing predicts anything. It has a common factor, industry factors, volatility that changes over sessions, heavy tails and
 * overnight gaps. Every shock is symmetric and independent of the past. So, given any earlier data, a ticker beats the median ticker in exactly half of all
 * cases. Tickers differ in exposure and volatility but share the common shocks, so hits cluster. The same seed and shape give the same market.
 */
export function createNullMarket(seed: number, shape: MarketShape): NullMarket {
	const { tickers, industries, sessions, barsPerSession } = shape;
	const random = createRandom(seed);
	const bars = sessions * barsPerSession;
	const [open, close] = [new Float64Array(bars * tickers), new Float64Array(bars * tickers)];
	const industry = Uint8Array.from({ length: tickers }, (_, ticker) => ticker % industries);
	const sensitivity = Float64Array.from({ length: industries }, () => 0.4 + 1.2 * random.next());
	const exposure = Float64Array.from(industry, (at) => sensitivity[at]! * (0.8 + 0.4 * random.next()));
	const tickerVolatility = Float64Array.from({ length: tickers }, () => TICKER_VOLATILITY * Math.exp(0.4 * random.nextNormal()));
	const price = new Float64Array(tickers);
	const factors = new Float64Array(industries);
	let logVolatility = 0;
	function applyShock(share: number): void {
		const scale = Math.exp(logVolatility) * Math.sqrt(share);
		const commonShock = COMMON_VOLATILITY * scale * drawHeavyTailed(random);
		for (let at = 0; at < industries; at++) factors[at] = INDUSTRY_VOLATILITY * scale * drawHeavyTailed(random);
		for (let ticker = 0; ticker < tickers; ticker++) {
			const sharedShock = exposure[ticker]! * commonShock + factors[industry[ticker]!]!;
			price[ticker] = price[ticker]! + sharedShock + tickerVolatility[ticker]! * scale * drawHeavyTailed(random);
		}
	}
	for (let bar = 0; bar < bars; bar++) {
		if (bar % barsPerSession === 0) {
			logVolatility = PERSISTENCE * logVolatility + VOLATILITY_OF_VOLATILITY * random.nextNormal();
			applyShock(OVERNIGHT_SHARE);
		}
		open.set(price, bar * tickers);
		applyShock((1 - OVERNIGHT_SHARE) / barsPerSession);
		close.set(price, bar * tickers);
	}
	return { ...shape, bars, open, close, industry };
}

/**
 * Draws from Student's t with four degrees of freedom, scaled to variance 1. The denominator's sum of four squared normals is drawn as the sum of two
 * exponentials.
 */
function drawHeavyTailed(random: Random): number {
	return random.nextNormal() / Math.sqrt(-Math.log((1 - random.next()) * (1 - random.next())));
}

/** A filter that a user could have saved: tickers of some industries after a large move. */
export interface RandomFilter {
	/** Length of the move in bars. */
	readonly moveBars: number;
	/** True: after a rise; false: after a fall. */
	readonly isRise: boolean;
	/** Minimum size of the move, in typical moves. */
	readonly minMove: number;
	readonly operation: Operation;
	/** 1 for each included industry. */
	readonly industries: Uint8Array;
}

const MOVE_BARS = [1, 2, 3, 5, 8, 13] as const;
const MIN_MOVES = [0.75, 1, 1.25, 1.5, 2] as const;

/** Draws filters; the same seed gives the same filters. */
export function drawRandomFilters(seed: number, count: number, industries: number): RandomFilter[] {
	const random = createRandom(seed);
	return Array.from({ length: count }, () => {
		const includedIndustries = Uint8Array.from({ length: industries }, () => Number(random.nextBoolean(0.3)));
		includedIndustries[random.nextInteger(industries)] = 1;
		return {
			moveBars: MOVE_BARS[random.nextInteger(MOVE_BARS.length)]!,
			isRise: random.nextBoolean(0.5),
			minMove: MIN_MOVES[random.nextInteger(MIN_MOVES.length)]!,
			operation: random.nextBoolean(0.5) ? 'short' : 'long',
			industries: includedIndustries,
		};
	});
}

/** Episodes of a filter, ordered by bar. */
export interface NullEpisodes {
	readonly bars: readonly number[];
	/** Excess return over the median ticker, in the filter's direction and without costs. */
	readonly excess: readonly number[];
}

interface EpisodeReader {
	readEpisodes(filter: RandomFilter): NullEpisodes;
}

/** Weight of the newest squared return in the exponentially weighted volatility. */
const NEWEST_WEIGHT = 0.06;
/** Number of bars before the first episode, for the volatilities to settle. */
const SETTLING_BARS = 20;

/** Finds episodes of filters in one market: entry at the next bar's open, exit at the close `horizon` bars after the signal. */
export function createEpisodeReader(market: NullMarket, horizon: number, cooldown: number): EpisodeReader {
	const { tickers, bars, close, industry } = market;
	const excess = excessOverMedian(market, horizon);
	const volatility = computeVolatility(market);
	return {
		readEpisodes({ moveBars, isRise, minMove, operation, industries }) {
			const episodes = { bars: [] as number[], excess: [] as number[] };
			const lastStarts = new Int32Array(tickers).fill(-cooldown);
			const [sign, direction, threshold] = [isRise ? 1 : -1, operation === 'long' ? 1 : -1, minMove * Math.sqrt(moveBars)];
			for (let bar = SETTLING_BARS; bar + horizon < bars; bar++) {
				for (let ticker = 0; ticker < tickers; ticker++) {
					if (bar < lastStarts[ticker]! + cooldown || industries[industry[ticker]!] === 0) continue;
					const cell = bar * tickers + ticker;
					const logMove = close[cell]! - close[cell - moveBars * tickers]!;
					if (sign * logMove < threshold * volatility[cell]!) continue;
					lastStarts[ticker] = bar;
					episodes.bars.push(bar);
					episodes.excess.push(direction * excess[cell]!);
				}
			}
			return episodes;
		},
	};
}

/** Computes the return from the open after each bar to the close `horizon` bars after the bar, minus the median ticker's return over the same bars. */
function excessOverMedian({ tickers, bars, open, close }: NullMarket, horizon: number): Float64Array {
	const excess = new Float64Array(bars * tickers).fill(Number.NaN);
	const returns = new Float64Array(tickers);
	for (let bar = 0; bar + horizon < bars; bar++) {
		for (let ticker = 0; ticker < tickers; ticker++)
			returns[ticker] = close[(bar + horizon) * tickers + ticker]! - open[(bar + 1) * tickers + ticker]!;
		excess.set(returns, bar * tickers);
		returns.sort();
		const medianReturn = (returns[(tickers - 1) >> 1]! + returns[tickers >> 1]!) / 2;
		for (let ticker = 0; ticker < tickers; ticker++) excess[bar * tickers + ticker] = excess[bar * tickers + ticker]! - medianReturn;
	}
	return excess;
}

/** Computes each ticker's exponentially weighted volatility per bar, as known at the bar's close. */
function computeVolatility({ tickers, bars, close }: NullMarket): Float64Array {
	const volatility = new Float64Array(bars * tickers);
	const squares = new Float64Array(tickers);
	for (let bar = 1; bar < bars; bar++) {
		for (let ticker = 0; ticker < tickers; ticker++) {
			const cell = bar * tickers + ticker;
			const square = (close[cell]! - close[cell - tickers]!) ** 2;
			squares[ticker] = squares[ticker]! + Math.max(NEWEST_WEIGHT, 1 / bar) * (square - squares[ticker]!);
			volatility[cell] = Math.sqrt(squares[ticker]!);
		}
	}
	return volatility;
}
