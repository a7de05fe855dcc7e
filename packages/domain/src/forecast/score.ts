import { mean } from '../statistics/moments.ts';

/** Pinball (quantile) loss of forecasting quantile q at level tau when y came. */
export const pinball = (y: number, q: number, tau: number): number => Math.max(tau * (y - q), (tau - 1) * (y - q));

/** Mean pinball over the levels; null of none. */
export const meanPinball = (y: number, q: readonly number[], tau: readonly number[]): number | null =>
	mean(q.map((quantile, level) => pinball(y, quantile, tau[level] as number)));

/** Continuous ranked probability score over the levels: twice the mean pinball (Gneiting and Raftery 2007). */
export const crps = (y: number, q: readonly number[], tau: readonly number[]): number | null => {
	const loss = meanPinball(y, q, tau);
	return loss === null ? null : 2 * loss;
};
