import { EULER_GAMMA, normalQuantile, Z_95 } from './normal.ts';
import { studentWithin } from './student.ts';

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
