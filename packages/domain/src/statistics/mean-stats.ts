import { recordDeff } from './hit-stats.ts';
import { normalCdf, Z_95 } from './normal.ts';
import { normalOfStudent, studentWithin } from './student.ts';

/** Number, sum and sum of squares of the values of one block; neighbours' numbers differ by 1. */
export type BlockMoments = readonly [number: number, n: number, sum: number, squares: number];

export interface MeanStats {
	readonly n: number;
	readonly blocks: number;
	/** Null without values. */
	readonly mean: number | null;
	readonly deff: number;
	readonly n_eff: number;
	/** Standard deviation of a value over the root of n_eff; null for fewer than two values. */
	readonly error: number | null;
	/** 95 %; null as above. */
	readonly interval: [low: number, high: number] | null;
	readonly freedom: number;
}

/** The mean of values whose blocks share their market, with the interval that recordHitStats gives a hit rate: the same deff, with the values' own variance. */
export function recordMeanStats(blocks: readonly BlockMoments[]): MeanStats {
	const n = blocks.reduce((sum, [, count]) => sum + count, 0);
	if (n === 0) return { n, blocks: 0, mean: null, deff: 1, n_eff: 0, error: null, interval: null, freedom: 1 };
	const mean = blocks.reduce((total, [, , sum]) => total + sum, 0) / n;
	const naive = Math.max(0, blocks.reduce((total, [, , , squares]) => total + squares, 0) - n * mean ** 2);
	const equal = n ** 2 / blocks.reduce((sum, [, count]) => sum + count ** 2, 0);
	const beyond = new Map(blocks.map(([number, count, sum]) => [number, sum - mean * count]));
	let [own, shared] = [0, 0];
	for (const [number, value] of beyond) {
		own += value ** 2;
		shared += 2 * value * (beyond.get(number + 1) ?? 0);
	}
	const deff = recordDeff({ n, naive, blocks: blocks.length, own, shared, equal });
	const error = n < 2 ? null : Math.sqrt(naive / n / (n / deff));
	return {
		n,
		blocks: blocks.length,
		mean,
		deff,
		n_eff: n / deff,
		error,
		interval: error === null ? null : [mean - Z_95 * error, mean + Z_95 * error],
		freedom: Math.max(1, equal - 1),
	};
}

/** One-sided p-value of a mean above zero; null without a spread. */
export function meanPValue({ mean, error, freedom }: Pick<MeanStats, 'mean' | 'error' | 'freedom'>): number | null {
	if (mean === null || error === null || error === 0) return null;
	// The error holds t at 95 %; other levels need its own tail.
	return 1 - normalCdf(normalOfStudent(((mean / error) * studentWithin(0.95, freedom)) / Z_95, freedom));
}
