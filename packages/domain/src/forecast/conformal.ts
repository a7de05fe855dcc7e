/** Keeps (n + 1) p whole despite rounding in the last binary digit. */
const TINY = 1e-9;

/**
 * Conformal quantile of past standardised errors: the ceil((n+1)p)-th smallest for p from one half up, the floor((n+1)p)-th below, so that bands
 * err on the wide side. Null if n is too small (the result would be infinite).
 */
export const conformalQuantile = (scores: ArrayLike<number>, p: number): number | null => {
	const at = (scores.length + 1) * p;
	const k = p >= 0.5 ? Math.ceil(at - TINY) : Math.floor(at + TINY);
	return Float64Array.from(scores).sort()[k - 1] ?? null;
};

/** Step of the adaptive level. */
export const ACI_STEP = 0.02;

/** Adaptive conformal inference (Gibbs and Candes 2021): after a miss the level falls and the band widens, after a hit it narrows a little. */
export const aci = (alpha: number, target: number, missed: boolean): number => alpha + ACI_STEP * (target - (missed ? 1 : 0));
