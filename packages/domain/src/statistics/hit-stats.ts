import { normalCdf, normalOfStudent, studentWithin, Z_95 } from './normal.ts';

/** Episodes and hits of one block (the horizon's consecutive sessions): episodes of one block share their market. */
export type Block = readonly [episodes: number, hits: number];

export interface HitStats {
	n: number;
	hits: number;
	/** Hit rate; null without episodes. */
	p: number | null;
	/** Ratio of the variance to a naive one: episodes that move together count as fewer. */
	deff: number;
	n_eff: number;
	wilson95: [number, number];
}

/** With fewer blocks than this an estimated deff below the typical measured one is not reliable. */
export const FEW_BLOCKS = 30;
export const TYPICAL_DEFF = 3.4;

/** The minimum deff of a displayed statistic. */
export function leastDeff(blocks: number): number {
	return blocks < FEW_BLOCKS ? TYPICAL_DEFF : 1;
}

/**
 * Hit rate with a 95% interval on n_eff = n / deff, signals.md 3.2. `least` is the minimum deff: 1 is the bare formula, leastDeff(blocks.length) is
 * used for display.
 */
export function hitStats(blocks: readonly Block[], minimum = 1): HitStats {
	const n = blocks.reduce((sum, [episodes]) => sum + episodes, 0);
	const hits = blocks.reduce((sum, [, hit]) => sum + hit, 0);
	if (n === 0) return { n, hits, p: null, deff: minimum, n_eff: 0, wilson95: wilson(0, 0) };
	const p = hits / n;
	const clustered = blocks.reduce((sum, [episodes, hit]) => sum + (hit - p * episodes) ** 2, 0) / n ** 2;
	const naive = (p * (1 - p)) / n;
	const deff = Math.max(minimum, naive > 0 ? clustered / naive : 1);
	return { n, hits, p, deff, n_eff: n / deff, wilson95: wilson(p, n / deff) };
}

export interface RecordStats extends HitStats {
	/** Degrees of freedom of the variance. */
	freedom: number;
}

/** A block with its number in time: neighbours differ by 1. */
export type NumberedBlock = readonly [number: number, episodes: number, hits: number];

/**
 * Hit statistics of a record. The interval of the bare formula above holds the truth in 92 % of simulated records where 95 are meant to be
 * (docs/generated/calibration.md), for two reasons: outcomes of neighbouring blocks overlap, and a variance estimated from few or unequal blocks is
 * itself uncertain. So the covariance of neighbours counts, where positive, and Student's t replaces the normal; its degrees of freedom are those of the
 * number of equal blocks with the same imbalance, (sum n)^2 / sum n^2. The interval depends on z^2 / n_eff only, so all of it is part of deff.
 */
export function recordHitStats(blocks: readonly NumberedBlock[]): RecordStats {
	const counted = blocks.filter(([, episodes]) => episodes > 0);
	const bare = hitStats(counted.map(([, episodes, hits]): Block => [episodes, hits]));
	const { n, hits, p } = bare;
	if (p === null) return { ...bare, freedom: 1 };
	const equal = n ** 2 / counted.reduce((sum, [, episodes]) => sum + episodes ** 2, 0);
	const beyond = new Map(counted.map(([number, episodes, hit]) => [number, hit - p * episodes]));
	let [own, shared] = [0, 0];
	for (const [number, value] of beyond) {
		own += value ** 2;
		shared += 2 * value * (beyond.get(number + 1) ?? 0);
	}
	const deff = recordDeff({ n, naive: n * p * (1 - p), blocks: counted.length, own, shared, equal });
	return { n, hits, p, deff, n_eff: n / deff, wilson95: wilson(p, n / deff), freedom: freedomOf(equal) };
}

/** One-sided p-value of a record's hit rate against its base rate; null where every pick, or none, would hit. */
export function recordPValue({ p, n_eff, freedom }: RecordStats, base: number): number | null {
	const spread = Math.sqrt((base * (1 - base)) / n_eff);
	if (p === null || !(spread > 0)) return null;
	// n_eff holds t at 95 %; other levels need its own tail.
	return 1 - normalCdf(normalOfStudent((((p - base) / spread) * studentWithin(0.95, freedom)) / Z_95, freedom));
}

export interface BlockSums {
	readonly n: number;
	/** Sum of the squared deviations of single values from their mean: n p (1 - p) of hits. */
	readonly naive: number;
	readonly blocks: number;
	/** Sum of (k - p n)^2 over blocks, and twice the sum of its products of neighbours. */
	readonly own: number;
	readonly shared: number;
	/** Number of equal blocks with the same imbalance: (sum n)^2 / sum n^2. */
	readonly equal: number;
}

/** The deff of recordHitStats, from sums over its blocks. */
export function recordDeff({ n, naive, blocks, own, shared, equal }: BlockSums): number {
	// A single block is a single observation.
	if (equal < 1 + 1 / n) return n;
	// Equal values (all hits, or none) show no difference between blocks, however dependent they are.
	const ratio = naive > 0 ? Math.max(1, ((own + Math.max(0, shared)) / naive) * (equal / (equal - 1))) : TYPICAL_DEFF;
	const uncertain = (studentWithin(0.95, freedomOf(equal)) / Z_95) ** 2;
	return Math.min(n, Math.max(leastDeff(blocks), ratio * uncertain));
}

function freedomOf(equal: number): number {
	return Math.max(1, equal - 1);
}

/** Number, sum and sum of squares of the values of one block; neighbours' numbers differ by 1. */
export type BlockMoments = readonly [number: number, n: number, sum: number, squares: number];

interface MeanStats {
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

/** Wilson's interval of a rate p seen in n (effective, so not always whole) trials; default: 95%. [0, 1] without trials. */
export function wilson(p: number, n: number, z: number = Z_95): [number, number] {
	if (!(n > 0)) return [0, 1];
	const share = (z * z) / n;
	const centre = (p + share / 2) / (1 + share);
	const half = (z * Math.sqrt((p * (1 - p)) / n + share / (4 * n))) / (1 + share);
	return [Math.max(0, centre - half), Math.min(1, centre + half)];
}
