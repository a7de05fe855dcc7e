import { EULER_GAMMA, normalQuantile } from './normal.ts';

/** Expected maximum of N standard normals (Bailey and Lopez de Prado, The Deflated Sharpe Ratio); 0 for one. */
export const expectedMaximum = (n: number): number =>
	n <= 1 ? 0 : (1 - EULER_GAMMA) * normalQuantile(1 - 1 / n) + EULER_GAMMA * normalQuantile(1 - 1 / (n * Math.E));

/** Chance that the best of the filters without skill stays below the line. */
const CONFIDENCE = 0.95;

/** Value that the largest of N independent standard normals stays below in 95 of 100 draws; of one: the one-sided 95 % quantile. */
const luckiestNormal = (n: number): number => normalQuantile(CONFIDENCE ** (1 / Math.max(1, n)));

/**
 * Hit rate that the best of N filters without skill passes in 5 of 100 draws; a rate below it is no better than luck. `base` is what a pick by chance hits after the
 * same costs: a half where there are none. At most 1.
 */
export const luckLine = (filters: number, effective: number, base = 0.5): number =>
	effective > 0 ? Math.min(1, base + luckiestNormal(filters) * Math.sqrt((base * (1 - base)) / effective)) : 1;
