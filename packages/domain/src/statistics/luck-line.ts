import { EULER_GAMMA, normalQuantile, studentTwoSidedQuantile, Z_95 } from './normal.ts';

/** Computes the expected maximum of n standard normals (Bailey and Lopez de Prado, The Deflated Sharpe Ratio); 0 for n = 1. */
export function expectedMaximum(n: number): number {
	return n <= 1 ? 0 : (1 - EULER_GAMMA) * normalQuantile(1 - 1 / n) + EULER_GAMMA * normalQuantile(1 - 1 / (n * Math.E));
}

/** Probability that, without skill, the best of the trials stays below the line. */
const CONFIDENCE = 0.95;

/**
 * Computes the hit rate that the best of `trials` without skill exceeds with 5 % probability; a hit rate below this line can be luck. For a single trial, a
 * hit rate above the line has a Wilson interval above the base rate. `effectiveSize` is n_eff, `baseRate` the hit rate of a random pick after the same costs
 * (without costs, one half), and `degreesOfFreedom` is as in `recordHitStats`. At most 1.
 */
export function luckLine(trials: number, effectiveSize: number, baseRate = 0.5, degreesOfFreedom = Number.POSITIVE_INFINITY): number {
	return effectiveSize > 0
		? Math.min(1, baseRate + quantileOfMaximum(trials, degreesOfFreedom) * Math.sqrt((baseRate * (1 - baseRate)) / effectiveSize))
		: 1;
}

/** Computes the luck line of a mean: `standardError` is as in `recordMeanStats`. */
export function luckLineOfMean(trials: number, standardError: number, degreesOfFreedom: number): number {
	return quantileOfMaximum(trials, degreesOfFreedom) * standardError;
}

/**
 * Computes the 95 % quantile of the largest of n independent standard normals, at least Z_95. With finite `degreesOfFreedom`, uses Student's t, scaled so that the
 * two-sided 95 % quantile is Z_95.
 */
function quantileOfMaximum(n: number, degreesOfFreedom: number): number {
	const probability = CONFIDENCE ** (1 / Math.max(1, n));
	const quantile = Number.isFinite(degreesOfFreedom)
		? (studentTwoSidedQuantile(Math.max(0, 2 * probability - 1), degreesOfFreedom) * Z_95) /
			studentTwoSidedQuantile(CONFIDENCE, degreesOfFreedom)
		: normalQuantile(probability);
	return Math.max(Z_95, quantile);
}

/**
 * Computes the q-values of several tests from their p-values, in the same order. A test's q-value is the false discovery rate at which it is still accepted
 * (Benjamini and Hochberg 1995).
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
	const descendingOrder = p.map((_, index) => index).sort((a, b) => p[b]! - p[a]!);
	const q = new Array<number>(p.length);
	let smallest = 1;
	descendingOrder.forEach((index, fromWorst) => {
		smallest = Math.min(smallest, (p[index]! * p.length) / (p.length - fromWorst));
		q[index] = smallest;
	});
	return q;
}

/**
 * Computes q-values that are valid for any dependence of the tests (Benjamini and Yekutieli 2001): p-values are multiplied by 1 + 1/2 + ... + 1/n. Trials of
 * one account are dependent because they share episodes; a filter's trials at two horizons share almost all of them.
 */
export function benjaminiYekutieli(p: readonly number[]): number[] {
	const harmonic = p.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
	return benjaminiHochberg(p.map((value) => value * harmonic));
}

/** Probability that a difference of the detectable size is detected. */
const POWER = 0.8;
/** Share of values between their quartiles. */
const QUARTILE_SHARE = 0.5;

/** Computes the smallest difference from the base rate at which a sample's 95% interval excludes the base rate with 80 % power; null without a sample. */
export function detectableDifference(baseRate: number, effectiveSize: number): number | null {
	return effectiveSize > 0 ? (Z_95 + normalQuantile(POWER)) * Math.sqrt((baseRate * (1 - baseRate)) / effectiveSize) : null;
}

/** Computes the smallest mean whose 95% interval excludes zero with 80 % power. */
export function detectableMean(standardError: number): number {
	return (Z_95 + normalQuantile(POWER)) * standardError;
}

/**
 * Computes the shift of all excess returns that changes the hit rate by `difference`. Assumes the mean density between the quartiles: half of the values,
 * divided by the distance of the quartiles. Verified with planted effects in docs/generated/calibration.md.
 */
export function detectableExcess(difference: number, [low, high]: readonly [number, number]): number {
	return (difference * (high - low)) / QUARTILE_SHARE;
}
