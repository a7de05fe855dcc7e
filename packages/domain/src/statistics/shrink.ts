/** Weight of the prior, in episodes. */
export const SHRINK_STRENGTH = 100;

/**
 * Computes the hit rate of one ticker, shrunk towards `prior`, the filter's hit rate. The effect is that of `strength` additional episodes with that
 * hit rate.
 */
export function shrinkHitRate(hits: number, episodes: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (hits + strength * prior) / (episodes + strength);
}

/**
 * Computes the mean excess of one ticker, `sum` / n, shrunk towards `prior`, the mean of all tickers. Bühlmann's credibility: the ticker's own mean has the
 * weight n / (n + strength) (H. Bühlmann, Experience rating and credibility, ASTIN Bulletin 4, 1967).
 */
export function shrinkMean(sum: number, n: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (sum + strength * prior) / (n + strength);
}
