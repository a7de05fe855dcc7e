/** Keeps share x n whole despite rounding in the last binary digit. */
const TINY = 1e-9;

/**
 * Algo forecast: depth of the ticker at `rank` (1 is the most extreme) of n in one tail, by the tail shares of levels 1..5. The top tail sets
 * price_long, the bottom tail price_short: depth means "rank among tickers", not "size of the expected move".
 */
export function forecastDepth(rank: number, n: number, tails: readonly number[]): number {
	return tails.filter((share) => rank <= share * n + TINY).length;
}
