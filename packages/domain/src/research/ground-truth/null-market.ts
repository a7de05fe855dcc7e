import { createRandom, type Random } from '../../statistics/random.ts';

export interface MarketShape {
	readonly tickers: number;
	readonly industries: number;
	readonly sessions: number;
	/** 1: one bar per session, as on the daily timeframe. */
	readonly barsPerSession: number;
}

/** Log prices of a market; cell bar * tickers + ticker. */
export interface NullMarket extends MarketShape {
	readonly bars: number;
	readonly open: Float64Array;
	readonly close: Float64Array;
	/** Industry of each ticker. */
	readonly industry: Uint8Array;
}

/** Daily volatility of the common factor, of an industry's factor, and of a ticker's own moves, as fractions. */
const COMMON = 0.012;
const INDUSTRY = 0.014;
const OWN = 0.016;
/** Share of a session's variance that falls between its open and the close before. */
const OVERNIGHT = 0.3;
/** Log volatility of the whole market: autoregressive over sessions. */
const PERSISTENCE = 0.97;
const VOLATILITY_OF_VOLATILITY = 0.1;

/**
 * A market in which nothing predicts anything: a common factor, industry factors, volatility that changes over sessions, heavy tails and overnight
 * gaps. Every shock is symmetric and independent of the past, so a ticker beats the median ticker in exactly half of all cases, whatever was known
 * before. Tickers differ in exposure and volatility, and share their days: hits come in clusters. The same seed and shape give the same market.
 */
export function nullMarket(seed: number, shape: MarketShape): NullMarket {
	const { tickers, industries, sessions, barsPerSession } = shape;
	const random = createRandom(seed);
	const bars = sessions * barsPerSession;
	const [open, close] = [new Float64Array(bars * tickers), new Float64Array(bars * tickers)];
	const industry = Uint8Array.from({ length: tickers }, (_, ticker) => ticker % industries);
	const sensitive = Float64Array.from({ length: industries }, () => 0.4 + 1.2 * random.next());
	const exposure = Float64Array.from(industry, (at) => sensitive[at]! * (0.8 + 0.4 * random.next()));
	const own = Float64Array.from({ length: tickers }, () => OWN * Math.exp(0.4 * random.normal()));
	const price = new Float64Array(tickers);
	const factors = new Float64Array(industries);
	let logVolatility = 0;
	function move(share: number): void {
		const scale = Math.exp(logVolatility) * Math.sqrt(share);
		const common = COMMON * scale * heavyTailed(random);
		for (let at = 0; at < industries; at++) factors[at] = INDUSTRY * scale * heavyTailed(random);
		for (let ticker = 0; ticker < tickers; ticker++) {
			const shared = exposure[ticker]! * common + factors[industry[ticker]!]!;
			price[ticker] = price[ticker]! + shared + own[ticker]! * scale * heavyTailed(random);
		}
	}
	for (let bar = 0; bar < bars; bar++) {
		if (bar % barsPerSession === 0) {
			logVolatility = PERSISTENCE * logVolatility + VOLATILITY_OF_VOLATILITY * random.normal();
			move(OVERNIGHT);
		}
		open.set(price, bar * tickers);
		move((1 - OVERNIGHT) / barsPerSession);
		close.set(price, bar * tickers);
	}
	return { ...shape, bars, open, close, industry };
}

/** Student's t with four degrees of freedom, scaled to variance 1: a normal over the root of a mean of four squares, which is a sum of two exponentials. */
function heavyTailed(random: Random): number {
	return random.normal() / Math.sqrt(-Math.log((1 - random.next()) * (1 - random.next())));
}
