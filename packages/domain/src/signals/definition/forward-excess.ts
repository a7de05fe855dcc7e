import type { Operation } from '../sector.ts';

/**
 * Computes e = direction x (log return of the ticker - log return of the benchmark) - cost (signals.md 3.1). The benchmark is the median (for hits) or the
 * mean (for averages) of the same tier over the same interval. Prices are in dollars; null if a price is missing.
 */
export function forwardExcess(prices: {
	nextOpen: number;
	exitClose: number;
	benchOpen: number;
	benchExit: number;
	direction: Operation;
	costBps: number;
}): number | null {
	const excess = Math.log(prices.exitClose / prices.nextOpen) - Math.log(prices.benchExit / prices.benchOpen);
	const e = (prices.direction === 'long' ? excess : -excess) - prices.costBps / 10_000;
	return Number.isFinite(e) ? e : null;
}
