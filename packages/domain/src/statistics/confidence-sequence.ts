import type { NumberedBlock } from './hit-stats.ts';

/** Maximum probability that the truth is ever excluded. */
const ALPHA = 0.05;
/** Number of steps between the candidate hit rates, from 0 to 1. Bounds are rounded outwards to a step. */
const STEPS = 1_000;
/** Minimum scale of a block, in episodes, so that stakes on the first, small blocks stay small. */
const MIN_SCALE = 10;
/** Maximum stake, as a fraction of the stake at which wealth could become zero. */
const MAX_STAKE = 0.9;
/** Sum of squares before the first block, as if there had been one block with this square. */
const PRIOR_SQUARES = 0.01;

/** A block of one parity, even or odd. */
interface Block {
	readonly episodes: number;
	readonly hits: number;
	/** Number of episodes in the largest block so far, including this one; at least MIN_SCALE. */
	readonly scale: number;
}

/**
 * Computes an interval that contains the true hit rate with 95 % probability, no matter how often it is looked at. The method is a confidence sequence by
 * betting (statistics.md 1; Waudby-Smith and Ramdas 2024). For each candidate hit rate, two bettors bet on successive blocks: one that the true hit rate is
 * higher, one that it is lower. If the candidate is true, the bettors' average wealth ever reaches 1 / alpha with a probability of at most alpha. So a
 * candidate is excluded once the wealth reaches that limit. Outcomes of adjacent blocks overlap, so even and odd blocks have separate bets, each at alpha /
 * 2. The newest block isn't used, because it can be incomplete.
 */
export function confidenceSequence(blocks: readonly NumberedBlock[]): [low: number, high: number] {
	const newest = blocks.reduce((latest, [number]) => Math.max(latest, number), Number.NEGATIVE_INFINITY);
	const finished = blocks.filter(([number, episodes]) => number < newest && episodes > 0).sort(([a], [b]) => a - b);
	const parities = [0, 1].map((parity) => scaleBlocks(finished.filter(([number]) => Math.abs(number % 2) === parity)));
	const isExcluded = (step: number): boolean => parities.some((list) => reachesWealth(list, step / STEPS, 2 / ALPHA));
	let [low, high] = [0, STEPS];
	while (low < STEPS && isExcluded(low)) low++;
	while (high > low && isExcluded(high)) high--;
	return [Math.max(0, low - 1) / STEPS, Math.min(STEPS, high + 1) / STEPS];
}

function scaleBlocks(blocks: readonly NumberedBlock[]): Block[] {
	let largestScale = MIN_SCALE;
	return blocks.map(([, episodes, hits]) => {
		const scale = Math.max(largestScale, episodes);
		largestScale = scale;
		return { episodes, hits, scale };
	});
}

/** Whether the average wealth of the bettors against `rate` ever reaches the limit. */
function reachesWealth(blocks: readonly Block[], rate: number, limit: number): boolean {
	let [higherWealth, lowerWealth] = [1, 1];
	let [sum, squares] = [0, PRIOR_SQUARES];
	for (const { episodes, hits, scale } of blocks) {
		const surprise = (hits - rate * episodes) / scale;
		// The approximately growth-optimal stake: the mean divided by the second moment of earlier blocks.
		const stake = Math.abs(sum) / squares;
		higherWealth *= 1 + Math.min(stake, MAX_STAKE / rate) * surprise;
		lowerWealth *= 1 - Math.min(stake, MAX_STAKE / (1 - rate)) * surprise;
		if (higherWealth + lowerWealth >= 2 * limit) return true;
		sum += surprise;
		squares += surprise * surprise;
	}
	return false;
}
