import { type BlockMoments, recordMeanStats } from '../statistics/hit-stats.ts';
import { winsorise } from '../statistics/moments.ts';
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
 * Computes the cumulative excess return of equal stakes on every occurrence, after costs. The curve has one point per block of exits, thinned to at most
 * `maxPoints` points. The band's width grows with the variance of the blocks so far, including the covariance of adjacent blocks. At the last point, it is n
 * times the interval of the mean (`recordMeanStats`). Empty with fewer than two blocks.
 */
export function computeExcessCurve(occurrences: readonly EndedExcess[], maxPoints = MAX_POINTS): CurvePoint[] {
	const blocks = [...Map.groupBy(occurrences, ({ block }) => block)]
		.sort(([a], [b]) => a - b)
		.map(([number, members]) => {
			const values = members.map(({ excess }) => winsorise(excess));
			return {
				number,
				time: members.reduce((last, { exit }) => Math.max(last, exit), Number.NEGATIVE_INFINITY),
				n: members.length,
				sum: values.reduce((sum, value) => sum + value, 0),
				squares: values.reduce((sum, value) => sum + value ** 2, 0),
			};
		});
	if (blocks.length < 2) return [];
	const { mean, standardError } = recordMeanStats(blocks.map(({ number, n, sum, squares }): BlockMoments => [number, n, sum, squares]));
	const variances: number[] = [];
	let [variance, covariance, previous] = [0, 0, { number: Number.NaN, deviation: 0 }];
	for (const { number, n, sum } of blocks) {
		const deviation = sum - (mean as number) * n;
		variance += deviation ** 2;
		if (number === previous.number + 1) covariance += 2 * deviation * previous.deviation;
		previous = { number, deviation };
		variances.push(variance + Math.max(0, covariance));
	}
	const totalVariance = variances.at(-1)!;
	const total = { n: 0, sum: 0 };
	const points = blocks.map(({ time, n, sum }, i): CurvePoint => {
		total.n += n;
		total.sum += sum;
		const halfWidth =
			totalVariance > 0 ? Z_95 * (standardError as number) * occurrences.length * Math.sqrt(variances[i]! / totalVariance) : 0;
		return { time, n: total.n, sum: total.sum, low: total.sum - halfWidth, high: total.sum + halfWidth };
	});
	return thinPoints(points, maxPoints);
}

/** Selects at most `maxPoints` points, evenly spaced and including the last one. */
function thinPoints(points: readonly CurvePoint[], maxPoints: number): CurvePoint[] {
	if (points.length <= maxPoints) return [...points];
	return Array.from({ length: maxPoints }, (_, i) => points[Math.ceil(((i + 1) * points.length) / maxPoints) - 1] as CurvePoint);
}
