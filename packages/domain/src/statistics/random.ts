import { quantile } from './moments.ts';

/** Repeatable random numbers: the same seed gives the same sequence (mulberry32). */
export interface Random {
	/** Uniform in [0, 1). */
	next(): number;
	/** Standard normal, by Box and Muller. */
	nextNormal(): number;
	/** Integer in [0, limit). */
	nextInteger(limit: number): number;
	/** Returns true with the given probability. */
	nextBoolean(probability: number): boolean;
}

export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let t = state;
		t = Math.imul(t ^ (t >>> 15), t | 1);
		t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
		return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
	}
	return {
		next,
		nextNormal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
		nextInteger: (limit) => Math.floor(next() * limit),
		nextBoolean: (probability) => next() < probability,
	};
}

/** Episodes and hits of all tickers in a period, a session or a block of sessions. Include periods without episodes. */
export type PeriodHits = readonly [episodes: number, hits: number];

const DRAW_COUNT = 1_000;
const SEED = 1_994;

/**
 * Computes the 95% interval of a hit rate by the stationary bootstrap (Politis and Romano 1994). Periods must be in order of time. They are drawn in runs of
 * random length, to preserve the dependence of successive periods. The mean length of runs is `meanBlockLength`. [0, 1] without episodes.
 */
export function bootstrapInterval(periods: readonly PeriodHits[], drawCount = DRAW_COUNT, seed = SEED): [low: number, high: number] {
	const count = periods.length;
	const episodes = periods.reduce((sum, [n]) => sum + n, 0);
	if (episodes === 0) return [0, 1];
	const rate = periods.reduce((sum, [, k]) => sum + k, 0) / episodes;
	const restartProbability = 1 / meanBlockLength(periods.map(([n, k]) => k - rate * n));
	const random = createRandom(seed);
	const episodeCounts = Float64Array.from(periods, ([n]) => n);
	const hitCounts = Float64Array.from(periods, ([, k]) => k);
	const rates: number[] = [];
	for (let draw = 0; draw < drawCount; draw++) {
		let [n, k] = [0, 0];
		let at = random.nextInteger(count);
		for (let i = 0; i < count; i++) {
			n += episodeCounts[at]!;
			k += hitCounts[at]!;
			at = random.nextBoolean(restartProbability) ? random.nextInteger(count) : at + 1 === count ? 0 : at + 1;
		}
		if (n > 0) rates.push(k / n);
	}
	return [quantile(rates, 0.025) as number, quantile(rates, 0.975) as number];
}

/** An autocorrelation below this number of standard errors counts as 0. */
const NEGLIGIBLE_ERRORS = 2;

/**
 * Computes the optimal mean block length of a stationary bootstrap, at least 1 (Politis and White 2004, corrected by Patton, Politis and White 2009). Uses a
 * flat-top window. The window covers twice the last lag before several successive negligible autocorrelations.
 */
export function meanBlockLength(values: readonly number[]): number {
	const count = values.length;
	const maxLength = Math.ceil(Math.min(3 * Math.sqrt(count), count / 3));
	if (count < 4) return 1;
	const negligibleLags = Math.max(5, Math.ceil(Math.sqrt(Math.log10(count))));
	const covariances = covariancesByLag(values, Math.min(count - 1, Math.ceil(Math.sqrt(count)) + negligibleLags));
	const variance = covariances[0]!;
	if (!(variance > 0)) return 1;
	const bound = NEGLIGIBLE_ERRORS * Math.sqrt(Math.log10(count) / count) * variance;
	const isNegligible = (lag: number): boolean => Math.abs(covariances[lag] ?? 0) < bound;
	let lastLag = 0;
	while (lastLag < covariances.length && !Array.from({ length: negligibleLags }, (_, k) => lastLag + 1 + k).every(isNegligible)) lastLag++;
	const maxLag = Math.min(2 * Math.max(1, lastLag), covariances.length - 1);
	let [spectrum, slope] = [variance, 0];
	for (let lag = 1; lag <= maxLag; lag++) {
		const weight = Math.min(1, 2 * (1 - lag / maxLag));
		spectrum += 2 * weight * covariances[lag]!;
		slope += 2 * weight * lag * covariances[lag]!;
	}
	const best = Math.cbrt((slope / spectrum) ** 2 * count);
	return Number.isFinite(best) ? Math.max(1, Math.min(maxLength, best)) : maxLength;
}

function covariancesByLag(values: readonly number[], maxLag: number): number[] {
	const average = values.reduce((sum, value) => sum + value, 0) / values.length;
	const deviations = values.map((value) => value - average);
	return Array.from({ length: maxLag + 1 }, (_, lag) => {
		let sum = 0;
		for (let at = lag; at < deviations.length; at++) sum += deviations[at]! * deviations[at - lag]!;
		return sum / values.length;
	});
}
