import { type BlockMoments, recordMeanStats } from '../statistics/hit-stats.ts';
import { winsorised } from '../statistics/moments.ts';
import { Z_95 } from '../statistics/normal.ts';

/** Minimum effective sample size for a meaningful curve. */
export const MIN_FOR_CURVE = 10;
const MAX_POINTS = 200;

/** A finished occurrence. */
export interface EndedExcess {
	/** UTC milliseconds. */
	readonly exit: number;
	/** Excess log return after costs. */
	readonly excess: number;
	/** Number of the block of sessions that contains the exit; adjacent blocks differ by 1. */
	readonly block: number;
}

/** The sum of all excess returns up to a block, each limited to 30 %, with the sum's 95% interval. */
export interface CurvePoint {
	/** The last exit of the block, UTC milliseconds. */
	readonly time: number;
	/** Number of occurrences up to this block. */
	readonly n: number;
	readonly sum: number;
	readonly low: number;
	readonly high: number;
}

/**
 * Computes the cumulative excess return of equal stakes on every occurrence, after costs. Has one point per block of exits; blocks are left out beyond
 * `limit` points. The band's width grows with the variance of the blocks so far, including the covariance of adjacent blocks. At the last point, it is n
 * times the interval of the mean (`recordMeanStats`). Empty with fewer than two blocks.
 */
export function excessCurve(ended: readonly EndedExcess[], limit = MAX_POINTS): CurvePoint[] {
	const blocks = [...Map.groupBy(ended, ({ block }) => block)]
		.sort(([a], [b]) => a - b)
		.map(([number, members]) => {
			const values = members.map(({ excess }) => winsorised(excess));
			return {
				number,
				time: members.reduce((last, { exit }) => Math.max(last, exit), Number.NEGATIVE_INFINITY),
				n: members.length,
				sum: values.reduce((sum, value) => sum + value, 0),
				squares: values.reduce((sum, value) => sum + value ** 2, 0),
			};
		});
	if (blocks.length < 2) return [];
	const { mean, error } = recordMeanStats(blocks.map(({ number, n, sum, squares }): BlockMoments => [number, n, sum, squares]));
	const variances: number[] = [];
	let [own, shared, before] = [0, 0, { number: Number.NaN, beyond: 0 }];
	for (const { number, n, sum } of blocks) {
		const deviation = sum - (mean as number) * n;
		own += deviation ** 2;
		if (number === before.number + 1) shared += 2 * deviation * before.beyond;
		before = { number, beyond: deviation };
		variances.push(own + Math.max(0, shared));
	}
	const whole = variances.at(-1)!;
	const total = { n: 0, sum: 0 };
	const points = blocks.map(({ time, n, sum }, i): CurvePoint => {
		total.n += n;
		total.sum += sum;
		const halfWidth = whole > 0 ? Z_95 * (error as number) * ended.length * Math.sqrt(variances[i]! / whole) : 0;
		return { time, n: total.n, sum: total.sum, low: total.sum - halfWidth, high: total.sum + halfWidth };
	});
	return thinned(points, limit);
}

/** Selects at most `limit` points, evenly spaced and including the last one. */
function thinned(points: readonly CurvePoint[], limit: number): CurvePoint[] {
	if (points.length <= limit) return [...points];
	return Array.from({ length: limit }, (_, i) => points[Math.ceil(((i + 1) * points.length) / limit) - 1] as CurvePoint);
}
