import { adaptLevel, FORECAST_LEVELS } from '../../forecast/band.ts';
import { continueGate, type SkillGate } from '../../forecast/skill-gate.ts';
import { dieboldMariano } from '../../statistics/diebold-mariano.ts';
import { mean, sampleVariance } from '../../statistics/moments.ts';
import { normalQuantile } from '../../statistics/normal.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { UtcMs } from '../../time/units.ts';
import { createRidgeSums, fitRidge } from './ridge.ts';
import { createSlidingSorter, type SlidingSorter } from './sliding-order.ts';

/** Standardised forecast errors of one timeframe and horizon. */
export interface ForecastErrors {
	/** Number of bars, in order of time. */
	readonly bars: number;
	/** The observations of bar b are [offsets[b], offsets[b + 1]). */
	readonly offsets: Uint32Array;
	/** The outcomes in units of the forecast: (x_end - x_start) / (sigma_mix sqrt Q). */
	readonly errors: Float64Array;
	/** sigma_MAD / sigma_mix, the scale of the baseline. */
	readonly ratios: Float64Array;
	/** Features for the drift, four per observation. */
	readonly features: Float64Array;
	/** End of each bar; at least `bars` elements. */
	readonly end: Float64Array;
	/** Number of bars ahead. */
	readonly horizon: number;
}

const BANDS = [0.5, 0.8, 0.95] as const;

/** Calibrated widths of a forecast's bands, and the forecast's track record. */
export interface Calibration {
	/** Number of errors behind the quantiles. */
	n: number;
	/** Number of bars behind the quantiles. */
	bars: number;
	/** The factor k at each of FORECAST_LEVELS; the median's is 0. */
	quantiles: number[];
	/** Current target miss rates of the 50, 80 and 95 % bands, adapted by ACI. */
	alphas: [number, number, number];
	/** Walk-forward share of outcomes inside the 80 and 95 % bands. */
	coverage80: number | null;
	coverage95: number | null;
	/** Number of evaluated bars, and of outcomes in them. */
	evaluated: number;
	outcomes: number;
	/** Mean pinball loss of the forecast over the levels, in units of sigma. */
	pinball: number | null;
	/** Mean pinball loss of the baseline, in units of sigma. */
	baseline: number | null;
	/** Diebold and Mariano's t of the difference; positive: the forecast is better. */
	t: number | null;
	/** Continuous ranked probability score of the forecast and of the baseline, in units of sigma. Absent in older stored calibrations. */
	crps?: number | null;
	crpsBaseline?: number | null;
	/** Shares of outcomes below the lowest quantile, between neighbouring quantiles, and above the highest one (probability integral transform). */
	pit?: readonly number[];
	/** Coefficients of the drift. */
	drift: number[];
	/** Whether the drift improves forecasts. */
	gate: SkillGate;
	/** Whether the coverage of a band differs from its level by more than four standard errors. */
	alarm: boolean;
	/** Share of evaluated bars at which an adaptive level differed from its initial value by more than .05. */
	moved: number;
}

/** Number of bars behind the quantiles. */
export const CALIBRATION_BARS = 250;
/** Bars between two fits. */
const REFIT_BARS = 25;
/** Number of bars before the evaluated ones, in which the adaptive levels settle. */
const WARM_UP_BARS = 50;
/** Minimum number of errors for a fit. */
const MIN_ERRORS = 100;
const MIN_BARS = 20;
/** Penalty of the ridge regression: as if this many observations had shown no drift. */
const RIDGE_PENALTY = 2_000;
const MAX_STANDARD_ERRORS = 4;
const FEATURE_COUNT = 4;

const LEVEL_COUNT = FORECAST_LEVELS.length;

const LEVEL_WEIGHTS = levelWeights(FORECAST_LEVELS);
const NORMAL_QUANTILES = FORECAST_LEVELS.map((level) => (level === 0.5 ? 0 : normalQuantile(level)));

interface Fit {
	sorted: Float64Array;
	drift: number[];
}

/**
 * Calibrates forecasts and evaluates them walk-forward: each bar uses only outcomes known before it. A new fit is made every REFIT_BARS bars, and the levels
 * adapt to the bands' misses. Null if there are too few errors. `previousGate` is the gate of the previous calibration; its bets continue. Pass the same
 * `sorter` for several horizons to reuse memory.
 */
export function calibrate(
	data: ForecastErrors,
	previousGate?: SkillGate,
	sorter: SlidingSorter = createSlidingSorter(),
): Calibration | null {
	const { bars, offsets, errors, ratios, features, end, horizon } = data;
	const n = offsets[bars]! - offsets[Math.max(0, bars - CALIBRATION_BARS)]!;
	if (n < MIN_ERRORS || bars < MIN_BARS) return null;
	const sortedWindow = sorter({ values: errors, offsets });
	const lastBars = (to: number): Float64Array => sortedWindow(Math.max(0, to - CALIBRATION_BARS), Math.max(0, to));
	const alphas: number[] = BANDS.map((band) => 1 - band);
	const initialAlphas = [...alphas];
	const [forecastLosses, baselineLosses]: [number[], number[]] = [[], []];
	const [time, gain]: [number[], number[]] = [[], []];
	const crpsScores: [number[], number[]] = [[], []];
	const pitCounts = new Array<number>(LEVEL_COUNT + 1).fill(0);
	const coverages: [number[], number[]] = [[], []];
	const misses: (readonly number[] | undefined)[] = [];
	const ridgeSums = createRidgeSums(features, errors, offsets, FEATURE_COUNT);
	const fitDrift = (from: number, to: number): number[] => fitRidge(ridgeSums(Math.max(0, from), Math.max(0, to)), RIDGE_PENALTY);
	let outcomes = 0;
	let movedBars = 0;
	let fit: Fit | null = null;
	const firstEvaluated = Math.max(MIN_BARS, bars - CALIBRATION_BARS);
	for (let bar = Math.max(MIN_BARS, firstEvaluated - WARM_UP_BARS); bar < bars; bar++) {
		// Outcomes are known for forecasts made before the bar `knownEnd`.
		const knownEnd = bar - horizon + 1;
		if (fit === null || (bar - firstEvaluated) % REFIT_BARS === 0) {
			const sorted = lastBars(knownEnd);
			fit = sorted.length < MIN_ERRORS ? null : { sorted, drift: fitDrift(knownEnd - CALIBRATION_BARS, knownEnd) };
		}
		const [from, to] = [offsets[bar]!, offsets[bar + 1]!];
		if (fit === null || from === to) continue;
		const resolvedMisses = misses[bar - horizon];
		if (resolvedMisses) for (const b of BANDS.keys()) alphas[b] = adaptAlpha(alphas[b]!, 1 - BANDS[b]!, resolvedMisses[b]!);
		const quantiles = quantilesFor(fit.sorted, alphas);
		const missCounts = [0, 0, 0];
		const losses = [0, 0, 0];
		const crpsSums = [0, 0];
		for (let i = from; i < to; i++) {
			const outcome = errors[i]!;
			for (let b = 0; b < BANDS.length; b++)
				if (outcome < quantiles[2 - b]! || outcome > quantiles[4 + b]!) missCounts[b] = missCounts[b]! + 1;
			losses[0] = losses[0]! + pinballLoss(outcome, quantiles, 0, 1);
			losses[1] = losses[1]! + pinballLoss(outcome, NORMAL_QUANTILES, 0, ratios[i]!);
			crpsSums[0] = crpsSums[0]! + crps(outcome, quantiles, FORECAST_LEVELS, LEVEL_WEIGHTS);
			crpsSums[1] = crpsSums[1]! + ratios[i]! * crps(outcome / ratios[i]!, NORMAL_QUANTILES, FORECAST_LEVELS, LEVEL_WEIGHTS);
			if (bar >= firstEvaluated) {
				const upperIndex = quantiles.findIndex((quantile) => outcome < quantile);
				const pitBin = upperIndex < 0 ? LEVEL_COUNT : upperIndex;
				pitCounts[pitBin] = pitCounts[pitBin]! + 1;
			}
			let shift = 0;
			for (let f = 0; f < FEATURE_COUNT; f++) shift += fit.drift[f]! * features[i * FEATURE_COUNT + f]!;
			losses[2] = losses[2]! + pinballLoss(outcome, quantiles, Number.isNaN(shift) ? 0 : shift, 1);
		}
		const count = to - from;
		misses[bar] = missCounts.map((missCount) => missCount / count);
		if (bar < firstEvaluated) continue;
		outcomes += count;
		forecastLosses.push(losses[0]! / count);
		baselineLosses.push(losses[1]! / count);
		time.push(end[bar]!);
		gain.push((losses[0]! - losses[2]!) / count);
		crpsScores[0].push(crpsSums[0]! / count);
		crpsScores[1].push(crpsSums[1]! / count);
		coverages[0].push(1 - missCounts[1]! / count);
		coverages[1].push(1 - missCounts[2]! / count);
		if (alphas.some((alpha, b) => Math.abs(alpha - initialAlphas[b]!) > 0.05)) movedBars++;
	}
	return {
		n,
		bars: Math.min(bars, CALIBRATION_BARS),
		quantiles: quantilesFor(lastBars(bars), alphas),
		alphas: alphas as [number, number, number],
		coverage80: mean(coverages[0]),
		coverage95: mean(coverages[1]),
		evaluated: forecastLosses.length,
		outcomes,
		pinball: mean(forecastLosses),
		baseline: mean(baselineLosses),
		t: dieboldMariano(
			baselineLosses.map((value, i) => value - forecastLosses[i]!),
			horizon,
		),
		crps: mean(crpsScores[0]),
		crpsBaseline: mean(crpsScores[1]),
		pit: pitCounts.map((pitCount) => (outcomes > 0 ? pitCount / outcomes : 0)),
		drift: fitDrift(bars - CALIBRATION_BARS, bars),
		gate: continueGate({ time, gain }, horizon, previousGate),
		alarm: hasWrongCoverage(coverages[0], 0.8, horizon) || hasWrongCoverage(coverages[1], 0.95, horizon),
		moved: forecastLosses.length === 0 ? 0 : movedBars / forecastLosses.length,
	};
}

/** Computes the probability that each ascending level represents: from halfway to the level below (or 0) up to halfway to the level above (or 1). */
export function levelWeights(levels: readonly number[]): number[] {
	const edges = [0, ...levels.slice(1).map((level, i) => (level + levels[i]!) / 2), 1];
	return levels.map((_, i) => edges[i + 1]! - edges[i]!);
}

/**
 * Computes the continuous ranked probability score in the outcome's unit; lower is better. The score is twice the pinball loss averaged over all levels
 * (Gneiting and Raftery 2007), approximated by a weighted mean over the given levels.
 */
export function crps(outcome: number, quantiles: readonly number[], levels: readonly number[], weights = levelWeights(levels)): number {
	let sum = 0;
	for (let i = 0; i < levels.length; i++) {
		const error = outcome - quantiles[i]!;
		sum += weights[i]! * (error > 0 ? levels[i]! : levels[i]! - 1) * error;
	}
	return 2 * sum;
}

/** Computes the mean pinball loss over FORECAST_LEVELS, with quantiles multiplied by `scale` and then shifted. */
function pinballLoss(outcome: number, quantiles: readonly number[], shift: number, scale: number): number {
	let sum = 0;
	for (let level = 0; level < LEVEL_COUNT; level++) {
		const error = outcome - shift - scale * quantiles[level]!;
		sum += error > 0 ? FORECAST_LEVELS[level]! * error : (FORECAST_LEVELS[level]! - 1) * error;
	}
	return sum / LEVEL_COUNT;
}

function quantilesFor(sorted: Float64Array, alphas: readonly number[]): number[] {
	return levelsFor(alphas).map((level) => (level === 0.5 ? 0 : quantileOf(sorted, level)));
}

/** Returns the conformal quantile of ascending errors like `conformalQuantile`, but the outermost error if there are too few. */
function quantileOf(sorted: Float64Array, p: number): number {
	const position = (sorted.length + 1) * p;
	const k = p >= 0.5 ? Math.ceil(position - 1e-9) : Math.floor(position + 1e-9);
	return sorted[Math.max(0, Math.min(sorted.length - 1, k - 1))]!;
}

/** Returns FORECAST_LEVELS with each band's adapted miss rate. */
function levelsFor(alphas: readonly number[]): number[] {
	const half = alphas.map((alpha) => Math.max(0.001, Math.min(0.999, alpha)) / 2) as [number, number, number];
	return [half[2], half[1], half[0], 0.5, 1 - half[0], 1 - half[1], 1 - half[2]];
}

/** Computes the adaptive level after a bar: the mean of `adaptLevel` for a miss and for a hit, weighted by the bar's shares of both. */
function adaptAlpha(alpha: number, target: number, missedShare: number): number {
	return missedShare * adaptLevel(alpha, target, true) + (1 - missedShare) * adaptLevel(alpha, target, false);
}

/**
 * Whether coverage differs from its level by more than MAX_STANDARD_ERRORS standard errors. Each bar counts as one observation: its outcomes share a market.
 * Horizons overlap, so the variance is multiplied by the horizon. False if all bars have the same coverage: there is no standard error.
 */
function hasWrongCoverage(shares: readonly number[], level: number, horizon: number): boolean {
	const [average, variance] = [mean(shares), sampleVariance(shares)];
	if (average === null || !variance || shares.length < MIN_BARS) return false;
	return Math.abs(average - level) > MAX_STANDARD_ERRORS * Math.sqrt((variance * horizon) / shares.length);
}

/** Identifies a set of calibrations. */
export interface CalibrationKey {
	readonly provider: string;
	/** The last close whose data the calibrations use. */
	readonly asOf: UtcMs;
	readonly parametersVersion: number;
}

export interface StoredCalibration {
	readonly timeframe: TimeframeIndex;
	/** Number of bars ahead, from 1. */
	readonly horizon: number;
	readonly calibration: Calibration;
}
