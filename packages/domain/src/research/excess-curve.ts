import { winsorised } from '../statistics/moments.ts';
import { studentWithin } from '../statistics/student.ts';

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
 * What equal stakes on every occurrence added up to, beyond the peers and after costs: a point for each block of exits, or for the last of several. As in
 * recordHitStats, a block counts as one observation, neighbours share what overlaps, and few or unequal blocks widen the band by Student's t. The band says
 * where the sum could be by chance around its expectation; the last one over n is the interval of the mean. Empty with fewer than two blocks.
 */
export function excessCurve(ended: readonly EndedExcess[], most = MOST_POINTS): CurvePoint[] {
	const blocks = [...Map.groupBy(ended, ({ block }) => block)]
		.sort(([a], [b]) => a - b)
		.map(([number, members]) => ({
			number,
			time: members.reduce((last, { exit }) => Math.max(last, exit), Number.NEGATIVE_INFINITY),
			n: members.length,
			sum: members.reduce((sum, { excess }) => sum + winsorised(excess), 0),
		}));
	if (blocks.length < 2) return [];
	const n = ended.length;
	const mean = blocks.reduce((sum, block) => sum + block.sum, 0) / n;
	const equal = n ** 2 / blocks.reduce((sum, block) => sum + block.n ** 2, 0);
	const width = studentWithin(0.95, Math.max(1, equal - 1)) * Math.sqrt(equal / (equal - 1));
	const points: CurvePoint[] = [];
	const total = { n: 0, sum: 0, own: 0, shared: 0 };
	let before = { number: Number.NaN, beyond: 0 };
	for (const block of blocks) {
		const beyond = block.sum - mean * block.n;
		total.n += block.n;
		total.sum += block.sum;
		total.own += beyond ** 2;
		if (block.number === before.number + 1) total.shared += 2 * beyond * before.beyond;
		before = { number: block.number, beyond };
		const reach = width * Math.sqrt(total.own + Math.max(0, total.shared));
		points.push({ time: block.time, n: total.n, sum: total.sum, low: total.sum - reach, high: total.sum + reach });
	}
	return thinned(points, most);
}

/** At most so many points, evenly spaced, the last one included. */
function thinned(points: readonly CurvePoint[], most: number): CurvePoint[] {
	if (points.length <= most) return [...points];
	return Array.from({ length: most }, (_, i) => points[Math.ceil(((i + 1) * points.length) / most) - 1] as CurvePoint);
}
