import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastDepth } from '../research/calibration/forecast-table.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import {
	ACI_STEP,
	adaptLevel,
	conformalQuantile,
	EWMA_DECAY,
	FORECAST_LEVELS,
	forecastBand,
	meanPinball,
	mixSigma,
	naiveBand,
	pinball,
	RETURN_CAP,
} from './band.ts';

const scores = Array.from({ length: 19 }, (_, i) => (i + 1) / 10);

describe('conformal quantiles', () => {
	it('are by hand: of 19 errors, 90% is the 18th, 10% the 2nd', () => {
		expect(conformalQuantile(scores, 0.9)).toBe(1.8);
		expect(conformalQuantile(scores, 0.1)).toBe(0.2);
		expect(conformalQuantile(scores, 0.975)).toBe(null);
		expect(conformalQuantile(scores, 0.025)).toBe(null);
		expect(conformalQuantile([], 0.5)).toBe(null);
	});

	it('lie at the rank that (n + 1) p names, to the wide side, the middle one to the upper', () => {
		const ladder = (n: number): number[] => Array.from({ length: n }, (_, i) => n - i);
		// Of an even number, the upper of the two middle values.
		expect([1, 2, 3, 4, 9, 10].map((n) => conformalQuantile(ladder(n), 0.5))).toEqual([1, 2, 2, 3, 5, 6]);
		for (const n of [9, 39, 199])
			for (const p of [0.025, 0.1, 0.25, 0.75, 0.9, 0.975]) {
				// In whole thousandths, so that rounding does not matter.
				const thousandths = (n + 1) * Math.round(1000 * p);
				const rank = p > 0.5 ? Math.ceil(thousandths / 1000) : Math.floor(thousandths / 1000);
				expect(conformalQuantile(ladder(n), p)).toBe(rank >= 1 && rank <= n ? rank : null);
			}
		// 0.7 of ten is seven, despite binary rounding.
		expect([conformalQuantile(ladder(9), 0.7), conformalQuantile(ladder(9), 0.3), conformalQuantile(ladder(99), 0.57)]).toEqual([7, 3, 57]);
	});

	it('cover at least what they promise: the share at or below the p-quantile is p or more', () => {
		fc.assert(
			fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 60 }), fc.double({ min: 0.5, max: 1, noNaN: true }), (errors, p) => {
				const quantile = conformalQuantile(errors, p);
				if (quantile !== null) expect(errors.filter((error) => error <= quantile).length / errors.length).toBeGreaterThanOrEqual(p - 1e-9);
			}),
		);
	});

	it('adapt: a miss widens by most of a step, a hit narrows a little; in the long run they miss as agreed', () => {
		expect(adaptLevel(0.2, 0.2, true)).toBeCloseTo(0.184, 12);
		expect(adaptLevel(0.2, 0.2, false)).toBeCloseTo(0.204, 12);
		expect(ACI_STEP).toBe(0.02);
		let alpha = 0.2;
		for (let i = 0; i < 100; i++) alpha = adaptLevel(alpha, 0.2, i % 5 === 0);
		expect(alpha).toBeCloseTo(0.2, 9);
	});
});

describe('the band', () => {
	it('is centred on the last price, symmetric in logs, as wide as the clock ahead', () => {
		const band = naiveBand(100, 0.01, 4);
		expect(band[3]).toBe(100);
		expect(band[0]! * band[6]!).toBeCloseTo(1e4, 6);
		expect(Math.log(band[6]! / 100)).toBeCloseTo(0.02 * 1.959963984540054, 9);
		expect(forecastBand(100, 0.01, 4, [0], 0.05)[0]).toBeCloseTo(100 * Math.exp(0.05), 9);
		expect(forecastBand(80, 0.02, 9, [-1.5, 2], 0.01).map((price) => Math.log(price / 80))).toEqual([
			expect.closeTo(-0.08, 12),
			expect.closeTo(0.13, 12),
		]);
		expect(forecastBand(80, 0.02, 9, [0])).toEqual([80]);
	});

	it('rises with the level, and widens with the horizon', () => {
		fc.assert(
			fc.property(
				fc.double({ min: 0.5, max: 1e4, noNaN: true }),
				fc.double({ min: 1e-4, max: 0.2, noNaN: true }),
				fc.double({ min: 0.1, max: 100, noNaN: true }),
				(price, sigma, q) => {
					const [near, far] = [naiveBand(price, sigma, q), naiveBand(price, sigma, 2 * q)];
					expect(near.toSorted((a, b) => a - b)).toEqual(near);
					expect(far[6]).toBeGreaterThan(near[6]!);
					expect(far[0]).toBeLessThan(near[0]!);
				},
			),
		);
	});

	it('takes half of its variance from the robust scale, half from recent returns, each return capped at eight', () => {
		const { ewVar, sigma } = mixSigma(0.01, 0.0004, 0);
		expect(ewVar).toBeCloseTo(0.94 * 0.0004, 12);
		expect(sigma).toBeCloseTo(Math.sqrt((0.0001 + 0.94 * 0.0004) / 2), 12);
		const moved = mixSigma(0.01, 0.0004, 0.03);
		expect(moved.ewVar).toBeCloseTo(0.94 * 0.0004 + 0.06 * 0.0009, 12);
		expect(moved.sigma).toBeCloseTo(Math.sqrt((0.0001 + 0.94 * 0.0004 + 0.06 * 0.0009) / 2), 12);
		expect(mixSigma(0.01, 0.0004, 0.0799).ewVar).toBeLessThan(mixSigma(0.01, 0.0004, 0.08).ewVar);
		expect(mixSigma(0.01, 0, 1).ewVar).toBeCloseTo(0.06 * 0.0064, 12);
		expect([EWMA_DECAY, RETURN_CAP]).toEqual([0.94, 8]);
		expect(mixSigma(0.01, 0.0004, 5)).toEqual(mixSigma(0.01, 0.0004, 0.08));
		expect(mixSigma(0.01, 0.0004, -0.05)).toEqual(mixSigma(0.01, 0.0004, 0.05));
	});
});

describe('scoring', () => {
	it('pinball charges a miss above by the level, one below by the rest', () => {
		expect(pinball(12, 10, 0.9)).toBeCloseTo(1.8, 12);
		expect(pinball(8, 10, 0.9)).toBeCloseTo(0.2, 12);
		expect(pinball(10, 10, 0.9)).toBe(0);
		expect(meanPinball(11, [10, 12, 8], [0.9, 0.25, 0.5])).toBeCloseTo((0.9 + 0.75 + 1.5) / 3, 12);
		expect(meanPinball(1, [], [])).toBe(null);
	});

	it('is best for the true quantile', () => {
		const outcomes = Array.from({ length: 101 }, (_, i) => i);
		const loss = (q: number) => outcomes.reduce((sum, y) => sum + pinball(y, q, 0.9), 0);
		fc.assert(
			fc.property(fc.double({ min: -10, max: 110, noNaN: true }), (q) => {
				expect(loss(q)).toBeGreaterThanOrEqual(loss(90) - 1e-9);
			}),
		);
		// The bands of 95, 80 and 50 percent around the median.
		expect(FORECAST_LEVELS).toEqual([0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975]);
	});

	it('algo forecast: rings by the share of the tail, of 1,000 tickers 90, 45, 22, 12 and 5', () => {
		const depth = (rank: number) => forecastDepth(rank, 1000, PARAMETERS_V1.forecastTails);
		expect([1, 5, 6, 12, 13, 22, 23, 45, 46, 90, 91].map(depth)).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]);
		// A share of 0.07 of a hundred is seven, despite binary rounding.
		expect([7, 8].map((rank) => forecastDepth(rank, 100, [0.07]))).toEqual([1, 0]);
		expect([29, 30].map((rank) => forecastDepth(rank, 100, [0.29]))).toEqual([1, 0]);
	});
});
