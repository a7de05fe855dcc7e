import { mean } from './moments.ts';

/**
 * Computes the t statistic of Diebold and Mariano (1995), with the small-sample factor of Harvey, Leybourne and Newbold (1997): whether one forecast is
 * better than another. `differences` of their losses are in order of time, positive where the first forecast was better. Losses of forecasts `horizon` steps
 * ahead overlap; the standard error accounts for this. Null without variance, and with fewer than two differences per step ahead.
 */
export function dieboldMariano(differences: readonly number[], horizon: number): number | null {
	const n = differences.length;
	const average = mean(differences);
	if (average === null || n < 2 * horizon) return null;
	const covariance = (lag: number): number => {
		let sum = 0;
		for (let at = lag; at < n; at++) sum += (differences[at]! - average) * (differences[at - lag]! - average);
		return sum / n;
	};
	const lagZero = covariance(0);
	let [unweighted, weighted] = [lagZero, lagZero];
	for (let lag = 1; lag < horizon; lag++) {
		unweighted += 2 * covariance(lag);
		weighted += 2 * (1 - lag / horizon) * covariance(lag);
	}
	// The unweighted sum can be negative in a short sample; the sum with declining weights (Newey and West 1987) can't.
	const variance = unweighted > 0 ? unweighted : weighted;
	if (!(variance > NOISE_LIMIT * average * average)) return null;
	const sampleFactor = (n + 1 - 2 * horizon + (horizon * (horizon - 1)) / n) / n;
	return (average / Math.sqrt(variance / n)) * Math.sqrt(sampleFactor);
}

/** A smaller variance, relative to the squared mean, is rounding noise. */
const NOISE_LIMIT = 1e-24;
