/** Weight of the prior, in episodes. */
export const SHRINK_STRENGTH = 100;

/** Hit rate k / n of one ticker, shrunk towards the filter's rate `prior` as if `strength` episodes at that rate had come first. */
export function shrink(k: number, n: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (k + strength * prior) / (n + strength);
}

/**
 * Mean excess of one ticker, `sum` / n, shrunk towards the mean of all tickers, `prior`. Bühlmann's credibility: the ticker's own mean has the weight
 * n / (n + strength) (H. Bühlmann, Experience rating and credibility, ASTIN Bulletin 4, 1967).
 */
export function shrunkenMean(sum: number, n: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (sum + strength * prior) / (n + strength);
}
