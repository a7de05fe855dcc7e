/** Weight, in episodes, of the overall rate against a single ticker's. */
export const SHRINK_STRENGTH = 100;

/** Hit rate k/n of one ticker, shrunk towards the filter's own rate as if `strength` episodes at that rate had come first. */
export function shrink(k: number, n: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (k + strength * prior) / (n + strength);
}

/**
 * Mean excess of one ticker, shrunk towards that of all in the same way: Bühlmann's credibility z = n / (n + K) with K = 100 of its own mean, 1 - z
 * of the mean of all (H. Bühlmann, Experience rating and credibility, ASTIN Bulletin 4, 1967). `sum`: sum of its excesses.
 */
export function shrunkenMean(sum: number, n: number, prior: number, strength = SHRINK_STRENGTH): number {
	return (sum + strength * prior) / (n + strength);
}
