import { mean } from './moments.ts';

/**
 * Computes the t statistic of Diebold and Mariano (1995), with the small-sample factor of Harvey, Leybourne and Newbold (1997): whether one forecast is
 * better than another. `differences` of their losses are in order of time, positive where the first forecast was better. Losses of forecasts `horizon` steps
 * ahead overlap; the standard error accounts for this. Null without variance, and with fewer than two differences per step ahead.
 */
export function dieboldMariano(differences: readonly number[], horizon: number): number | null {
	const n = differences.length;
	const centre = mean(differences);
	if (centre === null || n < 2 * horizon) return null;
	const covariance = (lag: number): number => {
		let sum = 0;
		for (let at = lag; at < n; at++) sum += (differences[at]! - centre) * (differences[at - lag]! - centre);
		return sum / n;
	};
	const own = covariance(0);
	let [plain, weighted] = [own, own];
	for (let lag = 1; lag < horizon; lag++) {
		plain += 2 * covariance(lag);
		weighted += 2 * (1 - lag / horizon) * covariance(lag);
	}
	// The plain sum can be negative in a short sample; the sum with declining weights (Newey and West 1987) can't.
	const variance = plain > 0 ? plain : weighted;
	if (!(variance > ROUNDING * centre * centre)) return null;
	const small = (n + 1 - 2 * horizon + (horizon * (horizon - 1)) / n) / n;
	return (centre / Math.sqrt(variance / n)) * Math.sqrt(small);
}

/** A smaller variance, relative to the squared mean, is rounding noise. */
const ROUNDING = 1e-24;
