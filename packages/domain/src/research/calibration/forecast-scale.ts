import { mixSigma } from '../../forecast/band.ts';
import { minWindowValues, type ParameterSet, priceFloor } from '../../signals/parameters.ts';
import { createRollingMedian } from '../../statistics/median.ts';
import type { CloseGrid } from '../walk/bar-grid.ts';
import type { ForecastErrors } from './calibration.ts';

/** Lengths in bars of the past moves used to estimate the drift. */
export const DRIFT_MOVES = [1, 5, 20, 60] as const;
/** Features are clamped to this absolute value. */
const MAX_MOVE = 8;

/** Inputs of one row's forecast at each bar of the grid; NaN if unknown. */
export interface ForecastScales {
	/** Robust scale per square root of clock (signals.md 1.3). */
	readonly mad: Float64Array;
	/** Mixed scale per square root of clock (signals.md 4). */
	readonly mix: Float64Array;
	/** ln close, carried forward over bars without a trade. */
	readonly x: Float64Array;
	/** Features of the drift: feature m of bar b is at b * DRIFT_MOVES.length + m. */
	readonly moves: Float64Array;
}

/** Computes the scales and features of a row. Values at a bar depend only on data up to that bar. */
export function computeForecastScales(grid: CloseGrid, row: number, parameters: ParameterSet): ForecastScales {
	const { bars, rows, timeframe } = grid;
	const window = parameters.windowBars[timeframe];
	const minValues = minWindowValues(parameters, window);
	const stepMedian = createRollingMedian(window);
	const mad = new Float64Array(bars).fill(Number.NaN);
	const mix = new Float64Array(bars).fill(Number.NaN);
	const x = new Float64Array(bars).fill(Number.NaN);
	const moves = new Float64Array(bars * DRIFT_MOVES.length).fill(Number.NaN);
	const clock = new Float64Array(bars + 1);
	let lastLogClose = Number.NaN;
	let varianceSinceTrade = 0;
	let ewVariance = Number.NaN;
	let [sigma, sigmaMix] = [Number.NaN, Number.NaN];
	for (let bar = 0; bar < bars; bar++) {
		clock[bar + 1] = clock[bar]! + grid.q[bar]!;
		varianceSinceTrade += grid.q[bar]!;
		const logClose = grid.x[bar * rows + row]!;
		if (!Number.isNaN(logClose)) {
			const step = (logClose - lastLogClose) / Math.sqrt(varianceSinceTrade);
			if (!Number.isNaN(step)) {
				stepMedian.push(Math.abs(step));
				const madSigma = parameters.madConstant * stepMedian.median();
				if (stepMedian.size() >= minValues && madSigma > parameters.flatBelow) {
					sigma = Math.max(madSigma, priceFloor(grid.close[bar * rows + row]!, parameters));
					const mixture = mixSigma(sigma, Number.isNaN(ewVariance) ? sigma * sigma : ewVariance, step);
					ewVariance = mixture.ewVar;
					sigmaMix = mixture.sigma;
				} else [sigma, sigmaMix] = [Number.NaN, Number.NaN];
			}
			lastLogClose = logClose;
			varianceSinceTrade = 0;
		}
		mad[bar] = sigma;
		mix[bar] = sigmaMix;
		x[bar] = lastLogClose;
		for (const [m, length] of DRIFT_MOVES.entries()) {
			if (bar < length) continue;
			const q = clock[bar + 1]! - clock[bar + 1 - length]!;
			const z = (lastLogClose - x[bar - length]!) / (sigma * Math.sqrt(q));
			moves[bar * DRIFT_MOVES.length + m] = Math.max(-MAX_MOVE, Math.min(MAX_MOVE, z));
		}
	}
	return { mad, mix, x, moves };
}

const FEATURE_COUNT = DRIFT_MOVES.length;

/** Computes the scales of every row of a grid. This is slow, but all horizons share the result. */
export function computeAllScales(grid: CloseGrid, parameters: ParameterSet): ForecastScales[] {
	return Array.from({ length: grid.rows }, (_, row) => computeForecastScales(grid, row, parameters));
}

/**
 * Returns a function for the forecast errors of a horizon at every bar with a known outcome, pooled over rows. A result is valid until the next call, which
 * reuses the memory. Bars without trades give no forecast.
 */
export function createForecastErrors(grid: CloseGrid, scales: readonly ForecastScales[]): (horizon: number) => ForecastErrors {
	const size = grid.bars * grid.rows;
	const [errors, ratios, features] = [new Float64Array(size), new Float64Array(size), new Float64Array(size * FEATURE_COUNT)];
	return (horizon) => {
		const bars = Math.max(0, (grid.closed ? grid.bars : grid.bars - 1) - horizon);
		const offsets = new Uint32Array(bars + 1);
		let count = 0;
		for (let bar = 0; bar < bars; bar++) {
			let q = 0;
			for (let aheadBar = bar + 1; aheadBar <= bar + horizon; aheadBar++) q += grid.q[aheadBar]!;
			for (const [row, { mad, mix, x, moves }] of scales.entries()) {
				if (Number.isNaN(grid.x[bar * grid.rows + row]!)) continue;
				const error = (x[bar + horizon]! - x[bar]!) / (mix[bar]! * Math.sqrt(q));
				if (!Number.isFinite(error)) continue;
				errors[count] = error;
				ratios[count] = mad[bar]! / mix[bar]!;
				for (let m = 0; m < FEATURE_COUNT; m++) features[count * FEATURE_COUNT + m] = moves[bar * FEATURE_COUNT + m]!;
				count++;
			}
			offsets[bar + 1] = count;
		}
		return {
			bars,
			offsets,
			errors: errors.subarray(0, count),
			ratios: ratios.subarray(0, count),
			features: features.subarray(0, count * FEATURE_COUNT),
			end: grid.end,
			horizon,
		};
	};
}
