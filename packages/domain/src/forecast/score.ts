import { mean } from '../statistics/moments.ts';

/** Pinball (quantile) loss of forecasting quantile q at level tau when the outcome was y. */
export const pinball = (y: number, q: number, tau: number): number => Math.max(tau * (y - q), (tau - 1) * (y - q));

/** Mean pinball loss over the levels; null if there are none. */
export const meanPinball = (y: number, q: readonly number[], tau: readonly number[]): number | null =>
	mean(q.map((quantile, level) => pinball(y, quantile, tau[level] as number)));
