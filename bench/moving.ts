/**
 * Times the moving median and median deviation that every scale is based on. Reference: moving average and standard deviation of the npm package
 * technicalindicators.
 */
import { createSortedWindow, insertValue, medianAt, medianDeviationAt } from '@sw/domain/signals/engine/sorted-window';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { SD, SMA } from 'technicalindicators';
import { type Benchmark, compareToReference, median } from './measure.ts';

const ROWS = 200;
const VALUES_PER_ROW = 2_000;
const ROUNDS = 5;
const WINDOW_SIZE = PARAMETERS_V1.windowBars[0];

/** Chaotic values between 1 and 2 (a logistic map), row-major; practically all are different. */
function createChaoticValues(): Float64Array {
	const values = new Float64Array(ROWS * VALUES_PER_ROW);
	let x = 0.5;
	for (let i = 0; i < values.length; i++) {
		x = (x * 3.9 * (1 - x)) % 1;
		values[i] = 1 + x;
	}
	return values;
}

function sumMedians(values: Float64Array): number {
	const window = createSortedWindow(ROWS, WINDOW_SIZE);
	let sum = 0;
	for (let row = 0; row < ROWS; row++) {
		for (let k = 0; k < VALUES_PER_ROW; k++) {
			insertValue(window, WINDOW_SIZE, row, k, values[row * VALUES_PER_ROW + k]!, true);
			if (k + 1 < WINDOW_SIZE) continue;
			const middle = medianAt(window.values, row * WINDOW_SIZE, WINDOW_SIZE);
			sum += middle + medianDeviationAt(window.values, row * WINDOW_SIZE, WINDOW_SIZE, middle);
		}
	}
	return sum;
}

function sumAverages(values: Float64Array): number {
	let sum = 0;
	for (let row = 0; row < ROWS; row++) {
		const average = new SMA({ period: WINDOW_SIZE, values: [] });
		const deviation = new SD({ period: WINDOW_SIZE, values: [] });
		for (let k = 0; k < VALUES_PER_ROW; k++) {
			const value = values[row * VALUES_PER_ROW + k]!;
			sum += (average.nextValue(value) ?? 0) + (deviation.nextValue(value) ?? 0);
		}
	}
	return sum;
}

/** Milliseconds of one call. */
function timeCall(action: () => number): number {
	const start = performance.now();
	if (!(action() > 0)) throw new Error('Nothing was computed.');
	return performance.now() - start;
}

export const run: Benchmark = async () => {
	const values = createChaoticValues();
	const rounds = Array.from({ length: ROUNDS }, () => [timeCall(() => sumMedians(values)), timeCall(() => sumAverages(values))] as const);
	return [
		compareToReference(
			`moving median and median deviation of ${WINDOW_SIZE} values, ${ROWS * VALUES_PER_ROW} values; reference: moving average and standard deviation`,
			median(rounds.map(([ours]) => ours)),
			median(rounds.map(([, reference]) => reference)),
			'at most 1',
		),
	];
};
