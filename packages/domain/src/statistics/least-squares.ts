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
	const [average, variance] = [mean(values), sampleVariance(values)];
	if (average === null || variance === null) return null;
	const halfWidth = studentTwoSidedQuantile(0.95, values.length - 1) * Math.sqrt(variance / values.length);
	return { n: values.length, value: average, interval: [average - halfWidth, average + halfWidth] };
}

export interface RegressionLine {
	readonly slope: Estimate;
	readonly intercept: number;
	/** Share of the variance explained by the line. */
	readonly r2: number;
}

/**
 * Fits the least-squares line through points. The interval is also valid if the scatter depends on x (White 1980, with the factor n / (n - 2)). Null for
 * fewer than three points, and if all x or all y are equal.
 */
export function leastSquares(x: readonly number[], y: readonly number[]): RegressionLine | null {
	const n = x.length;
	const [meanX, meanY] = [mean(x), mean(y)];
	if (n < 3 || meanX === null || meanY === null) return null;
	let [xx, xy, yy] = [0, 0, 0];
	for (let i = 0; i < n; i++) {
		const [dx, dy] = [x[i]! - meanX, y[i]! - meanY];
		xx += dx * dx;
		xy += dx * dy;
		yy += dy * dy;
	}
	if (!(xx > 0 && yy > 0)) return null;
	const slope = xy / xx;
	let scatter = 0;
	for (let i = 0; i < n; i++) {
		const dx = x[i]! - meanX;
		scatter += (dx * (y[i]! - meanY - slope * dx)) ** 2;
	}
	const halfWidth = studentTwoSidedQuantile(0.95, n - 2) * Math.sqrt((scatter / xx ** 2) * (n / (n - 2)));
	return {
		slope: { n, value: slope, interval: [slope - halfWidth, slope + halfWidth] },
		intercept: meanY - slope * meanX,
		r2: xy ** 2 / (xx * yy),
	};
}
