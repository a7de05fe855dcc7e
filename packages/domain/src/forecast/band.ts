import { normalQuantile } from '../statistics/normal.ts';

/** The seven levels of a forecast: 95%, 80% and 50% bands and the median. */
export const FORECAST_LEVELS = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975] as const;

/**
 * Main forecast: prices P exp(drift + sigma sqrt(Q) k) for each conformal quantile k. `q` is the clock variance of the bars ahead, known from the
 * calendar. `drift` is w_drift x mu_hat, a log return, 0 while the skill gate is closed.
 */
export const forecastBand = (price: number, sigmaMix: number, q: number, k: readonly number[], drift = 0): number[] =>
	k.map((quantile) => price * Math.exp(drift + sigmaMix * Math.sqrt(q) * quantile));

/** The baseline shown next to it: a random walk with the robust scale and normal quantiles. */
export const naiveBand = (price: number, sigmaMad: number, q: number, levels: readonly number[] = FORECAST_LEVELS): number[] =>
	forecastBand(price, sigmaMad, q, levels.map(normalQuantile));
