import { normalQuantile, Z_95 } from './normal.ts';

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
