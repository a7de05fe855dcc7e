import { mean } from '../statistics/moments.ts';
import { normalQuantile } from '../statistics/normal.ts';

/** RiskMetrics' daily decay of the exponentially weighted variance. */
export const EWMA_DECAY = 0.94;

/** In the moving variance, a return is limited to this multiple of the robust scale. */
export const RETURN_CAP = 8;

/** Keeps rounding errors from moving (n + 1) p past an integer. */
const TINY = 1e-9;

/** Step size (gamma) of adaptive conformal inference. */
export const ACI_STEP = 0.02;

/** The seven levels of a forecast: 95%, 80% and 50% bands and the median. */
export const FORECAST_LEVELS = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975] as const;

/**
 * Computes the main forecast: the price P exp(drift + sigma sqrt(Q) k) for each conformal quantile k. Q is the clock variance of the bars ahead, known from
 * the calendar. `drift` is w_drift x mu_hat, a log return; 0 while the skill gate is closed.
 */
export function forecastBand(
	price: number,
	sigmaMix: number,
	clockVariance: number,
	conformalQuantiles: readonly number[],
	drift = 0,
): number[] {
	return conformalQuantiles.map((quantile) => price * Math.exp(drift + sigmaMix * Math.sqrt(clockVariance) * quantile));
}

/** Computes the baseline shown next to the main forecast: a random walk with the robust scale and normal quantiles. */
export function naiveBand(price: number, sigmaMad: number, clockVariance: number, levels: readonly number[] = FORECAST_LEVELS): number[] {
	return forecastBand(price, sigmaMad, clockVariance, levels.map(normalQuantile));
}

/**
 * Returns the conformal quantile of past standardised errors: the ceil((n+1)p)-th smallest for p of one half or more, otherwise the floor((n+1)p)-th. With
 * this rounding, bands are too wide rather than too narrow. Null if n is too small (the result would be infinite).
 */
export function conformalQuantile(scores: ArrayLike<number>, p: number): number | null {
	const rank = (scores.length + 1) * p;
	const k = p >= 0.5 ? Math.ceil(rank - TINY) : Math.floor(rank + TINY);
	return Float64Array.from(scores).sort()[k - 1] ?? null;
}

/**
 * Adapts a level by adaptive conformal inference (Gibbs and Candes 2021): after a miss the level falls and the band widens, after a hit the band narrows a
 * little.
 */
export function adaptLevel(alpha: number, target: number, isMiss: boolean): number {
	return alpha + ACI_STEP * (target - (isMiss ? 1 : 0));
}

/**
 * Computes the forecast's scale after one more clock-normalised return: the variance is half the robust one (1.3), half the moving one (signals.md section
 * 4). All are log returns per unit of clock.
 */
export function mixSigma(sigmaMad: number, previousVariance: number, normalisedReturn: number): { ewVar: number; sigma: number } {
	const ewVar =
		EWMA_DECAY * previousVariance + (1 - EWMA_DECAY) * Math.min(normalisedReturn * normalisedReturn, (RETURN_CAP * sigmaMad) ** 2);
	return { ewVar, sigma: Math.sqrt((sigmaMad ** 2 + ewVar) / 2) };
}

/** Computes the pinball (quantile) loss of forecasting quantile q at level tau when the outcome was y. */
export function pinball(y: number, q: number, tau: number): number {
	return Math.max(tau * (y - q), (tau - 1) * (y - q));
}

/** Computes the mean pinball loss over the levels; null if there are none. */
export function meanPinball(y: number, q: readonly number[], tau: readonly number[]): number | null {
	return mean(q.map((quantile, level) => pinball(y, quantile, tau[level]!)));
}
