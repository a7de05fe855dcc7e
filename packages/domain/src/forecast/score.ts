import { mean } from '../statistics/moments.ts';

/** Pinball (quantile) loss of forecasting quantile q at level tau when y came. */
export const pinball = (y: number, q: number, tau: number): number => Math.max(tau * (y - q), (tau - 1) * (y - q));

/** Mean pinball over the levels; null of none. */
export const meanPinball = (y: number, q: readonly number[], tau: readonly number[]): number | null =>
	mean(q.map((quantile, level) => pinball(y, quantile, tau[level] as number)));
