import { describe, expect, it } from 'vitest';
import { FORECAST_LEVELS } from '../forecast/band.ts';
import { crps, levelWeights } from './crps.ts';
import { dieboldMariano } from './diebold-mariano.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { createRandom } from './random.ts';

const NORMAL = FORECAST_LEVELS.map(normalQuantile);

/** Of a standard normal, in closed form (Gneiting and Raftery 2007). */
function ofNormal(y: number): number {
	const density = Math.exp(-(y ** 2) / 2) / Math.sqrt(2 * Math.PI);
	return y * (2 * normalCdf(y) - 1) + 2 * density - 1 / Math.sqrt(Math.PI);
}

/** t of the scores of a forecast `scale` times as wide as it should be minus those of the right one, over 400 outcomes. */
function compared(seed: number, scale: number): number {
	const random = createRandom(seed);
	const outcomes = Array.from({ length: 400 }, () => random.normal());
	const scores = (width: number): number[] =>
		outcomes.map((y) =>
			crps(
				y,
				NORMAL.map((q) => width * q),
				FORECAST_LEVELS,
			),
		);
	const right = scores(1);
	return dieboldMariano(
		scores(scale).map((score, i) => score - right[i]!),
		1,
	) as number;
}

describe('the continuous ranked probability score', () => {
	it('of two levels equals a sum by hand', () => {
		expect(levelWeights([0.25, 0.75])).toEqual([0.5, 0.5]);
		// Above both quantiles: 2 (.5 x .25 x 2 + .5 x .75 x 1).
		expect(crps(3, [1, 2], [0.25, 0.75])).toBeCloseTo(1.25, 12);
		expect(levelWeights(FORECAST_LEVELS).map((weight) => Number(weight.toFixed(4)))).toEqual([
			0.0625, 0.1125, 0.2, 0.25, 0.2, 0.1125, 0.0625,
		]);
	});

	it('of many levels equals the closed form of a normal', () => {
		const levels = Array.from({ length: 1_999 }, (_, i) => (i + 1) / 2_000);
		const quantiles = levels.map(normalQuantile);
		for (const y of [-2.5, -0.3, 0, 1, 3]) expect(crps(y, quantiles, levels)).toBeCloseTo(ofNormal(y), 2);
		// Seven levels are within an eighth.
		for (const y of [-1, 0, 1]) expect(Math.abs(crps(y, NORMAL, FORECAST_LEVELS) / ofNormal(y) - 1)).toBeLessThan(1 / 8);
	});

	it('prefers the right width, and of two equal forecasts neither', () => {
		for (const scale of [0.5, 2]) expect(compared(1, scale)).toBeGreaterThan(3);
		// One forecast on two series of the same kind.
		const random = createRandom(5);
		const alarms = Array.from({ length: 200 }, () => {
			const values = Array.from(
				{ length: 100 },
				() => crps(random.normal(), NORMAL, FORECAST_LEVELS) - crps(random.normal(), NORMAL, FORECAST_LEVELS),
			);
			return Math.abs(dieboldMariano(values, 1) as number) > 1.96;
		});
		expect(alarms.filter(Boolean).length).toBeLessThan(20);
	});
});
