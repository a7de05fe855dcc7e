import type { ParameterSet } from '../../signals/parameters.ts';
import type { CloseGrid } from '../walk/close-grid.ts';
import type { ErrorBars } from './calibration.ts';
import { DRIFT_MOVES, type ForecastScales, forecastScales } from './forecast-scale.ts';

const FEATURES = DRIFT_MOVES.length;

/** Scales of every row of a grid; the slow part, shared by all horizons. */
export function scalesOf(grid: CloseGrid, parameters: ParameterSet): ForecastScales[] {
	return Array.from({ length: grid.rows }, (_, row) => forecastScales(grid, row, parameters));
}

/**
 * Forecast errors of a horizon at every bar with a known outcome, pooled over rows; valid until the next horizon's, which reuse the memory. Bars
 * without trades give no forecast.
 */
export function errorBarsOf(grid: CloseGrid, scales: readonly ForecastScales[]): (horizon: number) => ErrorBars {
	const size = grid.bars * grid.rows;
	const [errors, ratios, features] = [new Float64Array(size), new Float64Array(size), new Float64Array(size * FEATURES)];
	return (horizon) => {
		const bars = Math.max(0, (grid.closed ? grid.bars : grid.bars - 1) - horizon);
		const offsets = new Uint32Array(bars + 1);
		let count = 0;
		for (let bar = 0; bar < bars; bar++) {
			let q = 0;
			for (let next = bar + 1; next <= bar + horizon; next++) q += grid.q[next]!;
			for (const [row, { mad, mix, x, moves }] of scales.entries()) {
				if (Number.isNaN(grid.x[bar * grid.rows + row]!)) continue;
				const error = (x[bar + horizon]! - x[bar]!) / (mix[bar]! * Math.sqrt(q));
				if (!Number.isFinite(error)) continue;
				errors[count] = error;
				ratios[count] = mad[bar]! / mix[bar]!;
				for (let m = 0; m < FEATURES; m++) features[count * FEATURES + m] = moves[bar * FEATURES + m]!;
				count++;
			}
			offsets[bar + 1] = count;
		}
		return {
			bars,
			offsets,
			errors: errors.subarray(0, count),
			ratios: ratios.subarray(0, count),
			features: features.subarray(0, count * FEATURES),
			end: grid.end,
			horizon,
		};
	};
}
