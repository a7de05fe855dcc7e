import { type BlockMoments, recordMeanStats } from '../statistics/hit-stats.ts';
import { winsorised } from '../statistics/moments.ts';
import { Z_95 } from '../statistics/normal.ts';

/** With a smaller effective sample, a curve and its band say nothing. */
export const LEAST_FOR_CURVE = 10;
const MOST_POINTS = 200;

/** A finished occurrence. */
export interface EndedExcess {
	/** UTC milliseconds. */
	readonly exit: number;
	/** Excess log return after costs. */
	readonly excess: number;
	/** Number of the block of sessions that contains the exit; neighbours differ by 1. */
	readonly block: number;
}

/** The sum of all excess returns up to a block, each capped at 30 %, with its 95 % interval. */
export interface CurvePoint {
	/** The last exit of the block. */
	readonly time: number;
	/** Occurrences up to here. */
	readonly n: number;
	readonly sum: number;
	readonly low: number;
	readonly high: number;
}

/**
 * What equal stakes on every occurrence added up to, beyond the peers and after costs: a point for each block of exits, or for the last of several. The band
 * says where the sum could be by chance around its expectation; it ends with n times the interval of the mean (recordMeanStats) and grows with the variance of
 * the blocks so far, what neighbours share included. Empty with fewer than two blocks.
 */
export function excessCurve(ended: readonly EndedExcess[], limit = MOST_POINTS): CurvePoint[] {
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
		const beyond = sum - (mean as number) * n;
		own += beyond ** 2;
		if (number === before.number + 1) shared += 2 * beyond * before.beyond;
		before = { number, beyond };
		variances.push(own + Math.max(0, shared));
	}
	const whole = variances.at(-1)!;
	const total = { n: 0, sum: 0 };
	const points = blocks.map(({ time, n, sum }, i): CurvePoint => {
		total.n += n;
		total.sum += sum;
		const reach = whole > 0 ? Z_95 * (error as number) * ended.length * Math.sqrt(variances[i]! / whole) : 0;
		return { time, n: total.n, sum: total.sum, low: total.sum - reach, high: total.sum + reach };
	});
	return thinned(points, limit);
}

/** At most so many points, evenly spaced, the last one included. */
function thinned(points: readonly CurvePoint[], limit: number): CurvePoint[] {
	if (points.length <= limit) return [...points];
	return Array.from({ length: limit }, (_, i) => points[Math.ceil(((i + 1) * points.length) / limit) - 1] as CurvePoint);
}
