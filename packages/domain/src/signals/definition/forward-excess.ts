import type { Operation } from '../sector.ts';

/**
 * e = direction x (log return of the ticker - log return of its benchmark) - cost, signals.md 3.1. The benchmark is the median (for hits) or the mean (for
 * averages) of the same tier over the same interval. Prices in dollars; null if one is missing.
 */
export function forwardExcess(path: {
	nextOpen: number;
	exitClose: number;
	benchOpen: number;
	benchExit: number;
	direction: Operation;
	costBps: number;
}): number | null {
	const excess = Math.log(path.exitClose / path.nextOpen) - Math.log(path.benchExit / path.benchOpen);
	const e = (path.direction === 'long' ? excess : -excess) - path.costBps / 10_000;
	return Number.isFinite(e) ? e : null;
}
