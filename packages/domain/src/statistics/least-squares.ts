import { mean, sampleVariance } from './moments.ts';
import { studentTwoSidedQuantile } from './normal.ts';

/** An estimate with its 95% interval by Student's t. */
export interface Estimate {
	readonly n: number;
	readonly value: number;
	readonly interval: readonly [low: number, high: number];
}

/** Estimates the mean of independent values; null for fewer than two. */
export function estimateMean(values: readonly number[]): Estimate | null {
	const [centre, variance] = [mean(values), sampleVariance(values)];
	if (centre === null || variance === null) return null;
	const half = studentTwoSidedQuantile(0.95, values.length - 1) * Math.sqrt(variance / values.length);
	return { n: values.length, value: centre, interval: [centre - half, centre + half] };
}

export interface Line {
	readonly slope: Estimate;
	readonly intercept: number;
	/** Share of the variance explained by the line. */
	readonly r2: number;
}

/**
 * Fits the least-squares line through points. The interval is also valid if the scatter depends on x (White 1980, with the factor n / (n - 2)). Null for
 * fewer than three points, and if all x or all y are equal.
 */
export function leastSquares(x: readonly number[], y: readonly number[]): Line | null {
	const n = x.length;
	const [centreX, centreY] = [mean(x), mean(y)];
	if (n < 3 || centreX === null || centreY === null) return null;
	let [xx, xy, yy] = [0, 0, 0];
	for (let i = 0; i < n; i++) {
		const [dx, dy] = [x[i]! - centreX, y[i]! - centreY];
		xx += dx * dx;
		xy += dx * dy;
		yy += dy * dy;
	}
	if (!(xx > 0 && yy > 0)) return null;
	const slope = xy / xx;
	let scatter = 0;
	for (let i = 0; i < n; i++) {
		const dx = x[i]! - centreX;
		scatter += (dx * (y[i]! - centreY - slope * dx)) ** 2;
	}
	const half = studentTwoSidedQuantile(0.95, n - 2) * Math.sqrt((scatter / xx ** 2) * (n / (n - 2)));
	return {
		slope: { n, value: slope, interval: [slope - half, slope + half] },
		intercept: centreY - slope * centreX,
		r2: xy ** 2 / (xx * yy),
	};
}
