import { EULER_GAMMA, normalQuantile } from './normal.ts';

/** Expected maximum of N standard normals (Bailey and Lopez de Prado, The Deflated Sharpe Ratio); 0 for one. */
export const expectedMaximum = (n: number): number =>
	n <= 1 ? 0 : (1 - EULER_GAMMA) * normalQuantile(1 - 1 / n) + EULER_GAMMA * normalQuantile(1 - 1 / (n * Math.E));

/**
 * Hit rate that the luckiest of N filters without skill is expected to show; a rate below it is no better than luck. `base` is what a pick by chance hits after the
 * same costs: a half where there are none. At most 1.
 */
export const luckLine = (filters: number, effective: number, base = 0.5): number =>
	effective > 0 ? Math.min(1, base + expectedMaximum(filters) * Math.sqrt((base * (1 - base)) / effective)) : 1;
