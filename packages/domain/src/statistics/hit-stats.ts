import { normalCdf, studentToNormal, studentTwoSidedQuantile, Z_95 } from './normal.ts';

/** A block of consecutive sessions, as many as the horizon. Episodes in a block aren't independent, because the market moves them together. */
export type Block = readonly [episodes: number, hits: number];

export interface HitStats {
	n: number;
	hits: number;
	/** Hit rate; null without episodes. */
	p: number | null;
	/** Design effect: ratio of the variance to that of independent episodes. */
	deff: number;
	/** Effective sample size, n / deff. */
	n_eff: number;
	wilson95: [number, number];
}

/** With fewer blocks, an estimated deff below TYPICAL_DEFF isn't reliable. */
export const FEW_BLOCKS = 30;
/** Typical deff in measurements with many blocks. */
export const TYPICAL_DEFF = 3.4;

/** Returns the minimum deff of a displayed statistic. */
export function minDeff(blocks: number): number {
	return blocks < FEW_BLOCKS ? TYPICAL_DEFF : 1;
}

/**
 * Computes the hit rate with a 95% interval based on n_eff = n / deff (signals.md 3.2). `lowestDeff` is the minimum deff: 1 for the plain formula, or
 * `minDeff(blocks.length)` for displayed statistics.
 */
export function hitStats(blocks: readonly Block[], lowestDeff = 1): HitStats {
	const n = blocks.reduce((sum, [episodes]) => sum + episodes, 0);
	const hits = blocks.reduce((sum, [, hit]) => sum + hit, 0);
	if (n === 0) return { n, hits, p: null, deff: lowestDeff, n_eff: 0, wilson95: wilson(0, 0) };
	const p = hits / n;
	const clusteredVariance = blocks.reduce((sum, [episodes, hit]) => sum + (hit - p * episodes) ** 2, 0) / n ** 2;
	const naiveVariance = (p * (1 - p)) / n;
	const deff = Math.max(lowestDeff, naiveVariance > 0 ? clusteredVariance / naiveVariance : 1);
	return { n, hits, p, deff, n_eff: n / deff, wilson95: wilson(p, n / deff) };
}

export interface RecordStats extends HitStats {
	/** Degrees of freedom of the estimated variance. */
	degreesOfFreedom: number;
}

/** A block with its number in order of time; adjacent blocks differ by 1. */
export type NumberedBlock = readonly [number: number, episodes: number, hits: number];

/**
 * Computes the hit statistics of a record. The 95% interval of `hitStats` contains the truth in only 92 % of simulated records
 * (docs/generated/calibration.md), for two reasons. Outcomes of adjacent blocks overlap, so a positive covariance of adjacent blocks is included. And a
 * variance estimated from few or unequal blocks is uncertain, so Student's t replaces the normal distribution. The degrees of freedom are those of (sum n)^2
 * / sum n^2 equal blocks. Both corrections are included in deff, because the interval depends only on z^2 / n_eff.
 */
export function recordHitStats(blocks: readonly NumberedBlock[]): RecordStats {
	const nonEmptyBlocks = blocks.filter(([, episodes]) => episodes > 0);
	const basicStats = hitStats(nonEmptyBlocks.map(([, episodes, hits]): Block => [episodes, hits]));
	const { n, hits, p } = basicStats;
	if (p === null) return { ...basicStats, degreesOfFreedom: 1 };
	const effectiveBlocks = n ** 2 / nonEmptyBlocks.reduce((sum, [, episodes]) => sum + episodes ** 2, 0);
	const deviations = new Map(nonEmptyBlocks.map(([number, episodes, hit]) => [number, hit - p * episodes]));
	let [blockSquares, adjacentProducts] = [0, 0];
	for (const [number, value] of deviations) {
		blockSquares += value ** 2;
		adjacentProducts += 2 * value * (deviations.get(number + 1) ?? 0);
	}
	const deff = recordDeff({
		n,
		independentSquares: n * p * (1 - p),
		blockCount: nonEmptyBlocks.length,
		blockSquares,
		adjacentProducts,
		effectiveBlocks,
	});
	return { n, hits, p, deff, n_eff: n / deff, wilson95: wilson(p, n / deff), degreesOfFreedom: effectiveDegreesOfFreedom(effectiveBlocks) };
}

/** Computes the one-sided p-value of a record's hit rate against the base rate; null without episodes, and for a base rate of 0 or 1. */
export function recordPValue({ p, n_eff, degreesOfFreedom }: RecordStats, baseRate: number): number | null {
	const standardError = Math.sqrt((baseRate * (1 - baseRate)) / n_eff);
	if (p === null || !(standardError > 0)) return null;
	// n_eff is corrected with the t quantile of the 95% interval. A p-value needs the plain variance, so this correction is undone.
	return (
		1 -
		normalCdf(
			studentToNormal((((p - baseRate) / standardError) * studentTwoSidedQuantile(0.95, degreesOfFreedom)) / Z_95, degreesOfFreedom),
		)
	);
}

/** Sums over blocks. n is the number of values in a block, k their sum, and p the mean of all values. */
export interface BlockSums {
	readonly n: number;
	/** Sum of the squared deviations of single values from the mean: n p (1 - p) for hits. */
	readonly independentSquares: number;
	/** Number of blocks. */
	readonly blockCount: number;
	/** Sum of (k - p n)^2. */
	readonly blockSquares: number;
	/** Twice the sum, over adjacent blocks, of the products of k - p n. */
	readonly adjacentProducts: number;
	/** Equivalent number of blocks of equal size: (sum n)^2 / sum n^2. */
	readonly effectiveBlocks: number;
}

/** Computes the deff of `recordHitStats` from sums over blocks. */
export function recordDeff({ n, independentSquares, blockCount, blockSquares, adjacentProducts, effectiveBlocks }: BlockSums): number {
	// Practically a single block, so it counts as a single observation.
	if (effectiveBlocks < 1 + 1 / n) return n;
	// If all values are equal (all hits, or none), blocks can't differ, so their dependence can't be measured.
	const ratio =
		independentSquares > 0
			? Math.max(1, ((blockSquares + Math.max(0, adjacentProducts)) / independentSquares) * (effectiveBlocks / (effectiveBlocks - 1)))
			: TYPICAL_DEFF;
	const quantileFactor = (studentTwoSidedQuantile(0.95, effectiveDegreesOfFreedom(effectiveBlocks)) / Z_95) ** 2;
	return Math.min(n, Math.max(minDeff(blockCount), ratio * quantileFactor));
}

function effectiveDegreesOfFreedom(effectiveBlocks: number): number {
	return Math.max(1, effectiveBlocks - 1);
}

/** Number, sum and sum of squares of the values of one block. `number` is in order of time; adjacent blocks differ by 1. */
export type BlockMoments = readonly [number: number, n: number, sum: number, squares: number];

interface MeanStats {
	readonly n: number;
	/** Number of blocks. */
	readonly blocks: number;
	/** Null without values. */
	readonly mean: number | null;
	readonly deff: number;
	readonly n_eff: number;
	/** Standard error: the standard deviation of a value divided by the root of n_eff; null with fewer than two values. */
	readonly standardError: number | null;
	/** 95% interval; null with fewer than two values. */
	readonly interval: [low: number, high: number] | null;
	readonly degreesOfFreedom: number;
}

/** Computes for a mean what `recordHitStats` computes for hits: the same deff, with the variance of the values. */
export function recordMeanStats(blocks: readonly BlockMoments[]): MeanStats {
	const n = blocks.reduce((sum, [, count]) => sum + count, 0);
	if (n === 0) return { n, blocks: 0, mean: null, deff: 1, n_eff: 0, standardError: null, interval: null, degreesOfFreedom: 1 };
	const mean = blocks.reduce((total, [, , sum]) => total + sum, 0) / n;
	const independentSquares = Math.max(0, blocks.reduce((total, [, , , squares]) => total + squares, 0) - n * mean ** 2);
	const effectiveBlocks = n ** 2 / blocks.reduce((sum, [, count]) => sum + count ** 2, 0);
	const deviations = new Map(blocks.map(([number, count, sum]) => [number, sum - mean * count]));
	let [blockSquares, adjacentProducts] = [0, 0];
	for (const [number, value] of deviations) {
		blockSquares += value ** 2;
		adjacentProducts += 2 * value * (deviations.get(number + 1) ?? 0);
	}
	const deff = recordDeff({
		n,
		independentSquares,
		blockCount: blocks.length,
		blockSquares,
		adjacentProducts,
		effectiveBlocks,
	});
	const standardError = n < 2 ? null : Math.sqrt(independentSquares / n / (n / deff));
	return {
		n,
		blocks: blocks.length,
		mean,
		deff,
		n_eff: n / deff,
		standardError,
		interval: standardError === null ? null : [mean - Z_95 * standardError, mean + Z_95 * standardError],
		degreesOfFreedom: Math.max(1, effectiveBlocks - 1),
	};
}

/** Computes the one-sided p-value of a mean above zero; null without variance. */
export function meanPValue({
	mean,
	standardError,
	degreesOfFreedom,
}: Pick<MeanStats, 'mean' | 'standardError' | 'degreesOfFreedom'>): number | null {
	if (mean === null || standardError === null || standardError === 0) return null;
	// The standard error is corrected with the t quantile of the 95% interval. A p-value needs the plain variance, so this correction is undone.
	return (
		1 - normalCdf(studentToNormal(((mean / standardError) * studentTwoSidedQuantile(0.95, degreesOfFreedom)) / Z_95, degreesOfFreedom))
	);
}

/** Computes Wilson's interval of a proportion p observed in n trials. n is effective, so it need not be whole. Default: 95%. [0, 1] without trials. */
export function wilson(p: number, n: number, z: number = Z_95): [number, number] {
	if (!(n > 0)) return [0, 1];
	const zSquaredOverN = (z * z) / n;
	const centre = (p + zSquaredOverN / 2) / (1 + zSquaredOverN);
	const halfWidth = (z * Math.sqrt((p * (1 - p)) / n + zSquaredOverN / (4 * n))) / (1 + zSquaredOverN);
	return [Math.max(0, centre - halfWidth), Math.min(1, centre + halfWidth)];
}
