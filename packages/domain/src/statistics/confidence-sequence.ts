import type { NumberedBlock } from './hit-stats.ts';

/** Probability that the truth is ever left out. */
const ALPHA = 0.05;
/** Steps of the rates that are tried; the bounds are rounded outwards to them. */
const STEPS = 1_000;
/** A block counts as if it had at least so many episodes, so that the first small ones are not bet on too boldly. */
const LEAST_CAP = 10;
/** Share of the stake that keeps every factor positive which may be bet. */
const BOLDEST = 0.9;
/** Second moment of a block before any is known, with the weight of one block. */
const PRIOR = 0.01;

/** What one rate's bettors do with the blocks of one parity. */
interface Block {
	readonly episodes: number;
	readonly hits: number;
	/** Largest earlier block of the same parity, or the block itself where that is larger. */
	readonly scale: number;
}

/**
 * Interval of a hit rate that holds the truth with 95 % however often it is looked at (statistics.md 1): a confidence sequence by betting, Waudby-Smith and
 * Ramdas 2024. For each candidate rate, two bettors stake on blocks in order of time that the rate is higher, or lower; in a fair game their
 * average wealth reaches 1 / alpha with probability alpha at most, and rates at which it has are left out. Outcomes of neighbouring blocks overlap, so
 * even and odd blocks are bet on apart, each at alpha / 2. The newest block may still be incomplete and is not used.
 */
export function confidenceSequence(blocks: readonly NumberedBlock[]): [low: number, high: number] {
	const newest = blocks.reduce((latest, [number]) => Math.max(latest, number), Number.NEGATIVE_INFINITY);
	const finished = blocks.filter(([number, episodes]) => number < newest && episodes > 0).sort(([a], [b]) => a - b);
	const parities = [0, 1].map((parity) => scaled(finished.filter(([number]) => Math.abs(number % 2) === parity)));
	const isLeftOut = (step: number): boolean => parities.some((list) => everReaches(list, step / STEPS, 2 / ALPHA));
	let [low, high] = [0, STEPS];
	while (low < STEPS && isLeftOut(low)) low++;
	while (high > low && isLeftOut(high)) high--;
	return [Math.max(0, low - 1) / STEPS, Math.min(STEPS, high + 1) / STEPS];
}

function scaled(blocks: readonly NumberedBlock[]): Block[] {
	let cap = LEAST_CAP;
	return blocks.map(([, episodes, hits]) => {
		const scale = Math.max(cap, episodes);
		cap = scale;
		return { episodes, hits, scale };
	});
}

/** Whether the average wealth of the bettors against `rate` ever reaches the limit. */
function everReaches(blocks: readonly Block[], rate: number, limit: number): boolean {
	let [higher, lower] = [1, 1];
	let [sum, squares] = [0, PRIOR];
	for (const { episodes, hits, scale } of blocks) {
		const surprise = (hits - rate * episodes) / scale;
		// The approximate growth-optimal stake: the mean over the second moment of the blocks before.
		const stake = Math.abs(sum) / squares;
		higher *= 1 + Math.min(stake, BOLDEST / rate) * surprise;
		lower *= 1 - Math.min(stake, BOLDEST / (1 - rate)) * surprise;
		if (higher + lower >= 2 * limit) return true;
		sum += surprise;
		squares += surprise * surprise;
	}
	return false;
}
