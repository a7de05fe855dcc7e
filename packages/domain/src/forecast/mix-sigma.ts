/** RiskMetrics' daily decay of the exponentially weighted variance. */
export const EWMA_DECAY = 0.94;
/** A single return counts in the moving variance with at most this many typical ones. */
export const RETURN_CAP = 8;

/**
 * The forecast's scale after one more clock-normalised return n: half the robust variance (1.3), half the moving one. signals.md section 4.
 * All are log returns per unit of clock.
 */
export const mixSigma = (sigmaMad: number, previousVariance: number, n: number): { ewVar: number; sigma: number } => {
	const ewVar = EWMA_DECAY * previousVariance + (1 - EWMA_DECAY) * Math.min(n * n, (RETURN_CAP * sigmaMad) ** 2);
	return { ewVar, sigma: Math.sqrt((sigmaMad ** 2 + ewVar) / 2) };
};
