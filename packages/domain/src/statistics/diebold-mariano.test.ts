import { describe, expect, it } from 'vitest';
import { dieboldMariano } from './diebold-mariano.ts';
import { tStatistic } from './moments.ts';
import { createRandom, type Random } from './random.ts';

/** Differences of losses of forecasts so many steps ahead: each shares all steps but one with the next. */
function overlapping(random: Random, count: number, horizon: number, gain = 0): number[] {
	const steps = Array.from({ length: count + horizon }, () => random.nextNormal());
	return Array.from(
		{ length: count },
		(_, at) => gain + steps.slice(at, at + horizon).reduce((sum, step) => sum + step, 0) / Math.sqrt(horizon),
	);
}

/** The definition: every pair of differences less than the horizon apart. */
function slowly(values: readonly number[], horizon: number): number {
	const n = values.length;
	const centre = values.reduce((sum, value) => sum + value, 0) / n;
	let variance = 0;
	for (const [i, one] of values.entries())
		for (const [j, other] of values.entries()) if (Math.abs(i - j) < horizon) variance += ((one - centre) * (other - centre)) / n ** 2;
	return (centre / Math.sqrt(variance)) * Math.sqrt((n + 1 - 2 * horizon + (horizon * (horizon - 1)) / n) / n);
}

describe('the comparison of two forecasts', () => {
	it('is that of Diebold and Mariano, with the factor of Harvey, Leybourne and Newbold', () => {
		const random = createRandom(1995);
		for (const horizon of [1, 2, 5, 10]) {
			const values = overlapping(random, 120, horizon, 0.3);
			expect(dieboldMariano(values, horizon)).toBeCloseTo(slowly(values, horizon), 9);
		}
		// One step ahead it is the plain t.
		const values = overlapping(random, 50, 1, 0.2);
		expect(dieboldMariano(values, 1)).toBeCloseTo(tStatistic(values) as number, 9);
	});

	it('of equal forecasts is beyond 1.97 about as often as it should, where a plain t is in half of all samples', () => {
		const random = createRandom(1997);
		let [corrected, plain] = [0, 0];
		for (let sample = 0; sample < 600; sample++) {
			const values = overlapping(random, 250, 10);
			if (Math.abs(dieboldMariano(values, 10) as number) > 1.97) corrected++;
			if (Math.abs(tStatistic(values) as number) > 1.97) plain++;
		}
		expect(corrected / 600).toBeLessThan(0.11);
		expect(plain / 600).toBeGreaterThan(0.4);
	});

	it('finds the better one', () => {
		const random = createRandom(2000);
		let found = 0;
		for (let sample = 0; sample < 200; sample++) if ((dieboldMariano(overlapping(random, 250, 5, 0.6), 5) as number) > 1.97) found++;
		expect(found).toBeGreaterThan(170);
	});

	it('says nothing of few differences, nor without spread', () => {
		expect([dieboldMariano([], 1), dieboldMariano([1, 2, 3], 2), dieboldMariano([2, 2, 2, 2], 1)]).toEqual([null, null, null]);
	});
});
