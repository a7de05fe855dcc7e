import { EULER_GAMMA, normalQuantile } from './normal.ts';

/** Expected maximum of N standard normals (Bailey and Lopez de Prado, The Deflated Sharpe Ratio); 0 for one. */
export const expectedMaximum = (n: number): number =>
	n <= 1 ? 0 : (1 - EULER_GAMMA) * normalQuantile(1 - 1 / n) + EULER_GAMMA * normalQuantile(1 - 1 / (n * Math.E));

/** Hit rate that the luckiest of N coin-flip filters is expected to show; a rate below it is no better than luck. At most 1. */
export const luckLine = (filters: number, effective: number): number =>
	effective > 0 ? Math.min(1, 0.5 + expectedMaximum(filters) * Math.sqrt(0.25 / effective)) : 1;
