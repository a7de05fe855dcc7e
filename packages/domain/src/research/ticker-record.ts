import { winsorised } from '../statistics/moments.ts';
import { shrunkenMean } from '../statistics/shrink.ts';
import type { MeasuredEpisodes } from './measured-episodes.ts';
import type { TickerHits } from './search-part.ts';

/** Tickers by adjusted record: the mean excess drawn towards that of all; then more episodes, then the ticker. */
export const rankTickers = (tickers: readonly TickerHits[], prior: number): TickerHits[] =>
	tickers
		.map((ticker) => ({ ticker, claimed: shrunkenMean(ticker.sum, ticker.n, prior) }))
		.sort((a, b) => b.claimed - a.claimed || b.ticker.n - a.ticker.n || a.ticker.tickerId - b.ticker.tickerId)
		.map(({ ticker }) => ticker);

/** Measured episodes, hits and excess of each ticker at a horizon (its index). */
export const tickerRecords = (episodes: MeasuredEpisodes, horizon: number): TickerHits[] => {
	const found = new Map<number, TickerHits>();
	const { excess, hits } = episodes.horizons[horizon] as MeasuredEpisodes['horizons'][number];
	for (let i = 0; i < episodes.count; i++) {
		const value = excess[i] as number;
		if (Number.isNaN(value)) continue;
		const tickerId = episodes.tickerIds[i] as number;
		const { n, hits: before, sum } = found.get(tickerId) ?? { n: 0, hits: 0, sum: 0 };
		found.set(tickerId, { tickerId, n: n + 1, hits: before + (hits[i] as number), sum: sum + winsorised(value) });
	}
	return [...found.values()];
};
