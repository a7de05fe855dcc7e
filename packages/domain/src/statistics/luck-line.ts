import { EULER_GAMMA, normalQuantile, studentWithin, Z_95 } from './normal.ts';

/** Expected maximum of N standard normals (Bailey and Lopez de Prado, The Deflated Sharpe Ratio); 0 for one. */
export function expectedMaximum(n: number): number {
	return n <= 1 ? 0 : (1 - EULER_GAMMA) * normalQuantile(1 - 1 / n) + EULER_GAMMA * normalQuantile(1 - 1 / (n * Math.E));
}

/** Chance that the best of the trials without skill stays below the line. */
const CONFIDENCE = 0.95;

/**
 * Hit rate that the best of N trials without skill passes in 5 of 100 draws; a rate below it is no better than luck. The line of one trial is the interval's:
 * a rate above it has a Wilson interval above the base rate. `base` is what a pick by chance hits after the same costs: a half where there are none; `freedom`:
 * degrees of freedom behind `effective`, as in recordHitStats. At most 1.
 */
export function luckLine(trials: number, effective: number, base = 0.5, freedom = Number.POSITIVE_INFINITY): number {
	return effective > 0 ? Math.min(1, base + luckiestNormal(trials, freedom) * Math.sqrt((base * (1 - base)) / effective)) : 1;
}

/** The same for a mean against zero, whose standard error holds t at 95 %. */
export function luckyMean(trials: number, error: number, freedom: number): number {
	return luckiestNormal(trials, freedom) * error;
}

/**
 * Value that the largest of N independent standard normals stays below in 95 of 100 draws; never below the edge of the 95 % interval. With few degrees
 * of freedom (t instead of normals) in units in which that edge is the same.
 */
function luckiestNormal(n: number, freedom: number): number {
	const below = CONFIDENCE ** (1 / Math.max(1, n));
	const luckiest = Number.isFinite(freedom)
		? (studentWithin(Math.max(0, 2 * below - 1), freedom) * Z_95) / studentWithin(CONFIDENCE, freedom)
		: normalQuantile(below);
	return Math.max(Z_95, luckiest);
}

/** p-values of several tests made at once. */

/** q-values of p-values, in their order: the false discovery rate at which each is still accepted (Benjamini and Hochberg 1995). */
export function benjaminiHochberg(p: readonly number[]): number[] {
	const order = p.map((_, index) => index).sort((a, b) => p[b]! - p[a]!);
	const q = new Array<number>(p.length);
	let smallest = 1;
	order.forEach((index, fromWorst) => {
		smallest = Math.min(smallest, (p[index]! * p.length) / (p.length - fromWorst));
		q[index] = smallest;
	});
	return q;
}

/**
 * q-values that hold however the tests depend on each other, in their order (Benjamini and Yekutieli 2001): those above times 1 + 1/2 + ... + 1/n. Trials
 * of one account share episodes, a filter at two horizons almost all of them.
 */
export function benjaminiYekutieli(p: readonly number[]): number[] {
	const harmonic = p.reduce((sum, _, index) => sum + 1 / (index + 1), 0);
	return benjaminiHochberg(p.map((value) => value * harmonic));
}

/** Probability that a difference of the detectable size is found. */
const POWER = 0.8;
/** Share of excess returns between their quartiles. */
const BETWEEN = 0.5;

/**
 * The least difference from the base rate that a sample finds with 80 % power when its 95 % interval must leave the base rate out; null without a sample.
 */
export function detectableDifference(base: number, effective: number): number | null {
	return effective > 0 ? (Z_95 + normalQuantile(POWER)) * Math.sqrt((base * (1 - base)) / effective) : null;
}

/** The same for a mean against zero. */
export function detectableMean(error: number): number {
	return (Z_95 + normalQuantile(POWER)) * error;
}

/**
 * The shift of all excess returns that changes the hit rate by a difference: near the middle their density is about half of them over the distance of
 * their quartiles. Checked by planting effects in docs/generated/calibration.md.
 */
export function detectableExcess(difference: number, [low, high]: readonly [number, number]): number {
	return (difference * (high - low)) / BETWEEN;
}
