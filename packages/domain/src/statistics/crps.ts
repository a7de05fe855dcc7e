/** Probability that each of ascending levels stands for: as far as the middle between it and its neighbours, the outermost ones to 0 and 1. */
export function levelWeights(levels: readonly number[]): number[] {
	const edges = [0, ...levels.slice(1).map((level, i) => (level + levels[i]!) / 2), 1];
	return levels.map((_, i) => edges[i + 1]! - edges[i]!);
}

/**
 * Continuous ranked probability score of an outcome, in its unit; lower is better. It is twice the pinball loss, averaged over all levels (Gneiting and
 * Raftery 2007); of a forecast that is known at some levels, each counts by its weight.
 */
export function crps(outcome: number, quantiles: readonly number[], levels: readonly number[], weights = levelWeights(levels)): number {
	let sum = 0;
	for (let i = 0; i < levels.length; i++) {
		const beyond = outcome - quantiles[i]!;
		sum += weights[i]! * (beyond > 0 ? levels[i]! : levels[i]! - 1) * beyond;
	}
	return 2 * sum;
}
