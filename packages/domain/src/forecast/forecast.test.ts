import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { FORECAST_LEVELS, forecastBand, naiveBand } from './band.ts';
import { ACI_STEP, aci, conformalQuantile } from './conformal.ts';
import { forecastDepth } from './forecast-depth.ts';
import { mixSigma } from './mix-sigma.ts';
import { meanPinball, pinball } from './score.ts';
import { GATE_REPORTS, skillGate } from './skill-gate.ts';

const scores = Array.from({ length: 19 }, (_, i) => (i + 1) / 10);

describe('conformal quantiles', () => {
	it('are by hand: of 19 errors, 90% is the 18th, 10% the 2nd', () => {
		expect(conformalQuantile(scores, 0.9)).toBe(1.8);
		expect(conformalQuantile(scores, 0.1)).toBe(0.2);
		expect(conformalQuantile(scores, 0.975)).toBe(null);
		expect(conformalQuantile(scores, 0.025)).toBe(null);
		expect(conformalQuantile([], 0.5)).toBe(null);
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
		expect(aci(0.2, 0.2, true)).toBeCloseTo(0.184, 12);
		expect(aci(0.2, 0.2, false)).toBeCloseTo(0.204, 12);
		expect(ACI_STEP).toBe(0.02);
		let alpha = 0.2;
		for (let i = 0; i < 100; i++) alpha = aci(alpha, 0.2, i % 5 === 0);
		expect(alpha).toBeCloseTo(0.2, 9);
	});
});

describe('the band', () => {
	it('is centred on the last price, symmetric in logs, as wide as the clock ahead', () => {
		const band = naiveBand(100, 0.01, 4);
		expect(band[3]).toBe(100);
		expect((band[0] as number) * (band[6] as number)).toBeCloseTo(1e4, 6);
		expect(Math.log((band[6] as number) / 100)).toBeCloseTo(0.02 * 1.959963984540054, 9);
		expect(forecastBand(100, 0.01, 4, [0], 0.05)[0]).toBeCloseTo(100 * Math.exp(0.05), 9);
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
					expect(far[6]).toBeGreaterThan(near[6] as number);
					expect(far[0]).toBeLessThan(near[0] as number);
				},
			),
		);
	});

	it('takes half of its variance from the robust scale, half from recent returns, each return capped at eight', () => {
		const { ewVar, sigma } = mixSigma(0.01, 0.0004, 0);
		expect(ewVar).toBeCloseTo(0.94 * 0.0004, 12);
		expect(sigma).toBeCloseTo(Math.sqrt((0.0001 + 0.94 * 0.0004) / 2), 12);
		expect(mixSigma(0.01, 0.0004, 5)).toEqual(mixSigma(0.01, 0.0004, 0.08));
		expect(mixSigma(0.01, 0.0004, -0.05)).toEqual(mixSigma(0.01, 0.0004, 0.05));
	});
});

describe('scoring', () => {
	it('pinball charges a miss above by the level, one below by the rest', () => {
		expect(pinball(12, 10, 0.9)).toBeCloseTo(1.8, 12);
		expect(pinball(8, 10, 0.9)).toBeCloseTo(0.2, 12);
		expect(pinball(10, 10, 0.9)).toBe(0);
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
		expect(FORECAST_LEVELS).toHaveLength(7);
	});

	it('the gate opens only for a drift that was better over the last 250 reports, with t above 2', () => {
		const plain = Array.from({ length: GATE_REPORTS }, (_, i) => 1 + (i % 2) / 100);
		const better = plain.map((loss, i) => loss - 0.01 - (i % 3) / 1000);
		expect(skillGate(better, plain).open).toBe(true);
		expect(skillGate(plain, better).open).toBe(false);
		expect(skillGate(plain, plain)).toEqual({ open: false, gain: 0, t: null });
		expect(skillGate(better.slice(1), plain.slice(1)).open).toBe(false);
		const noise = plain.map((loss, i) => loss + (i % 2 === 0 ? 0.5 : -0.501));
		expect(skillGate(noise, plain).open).toBe(false);
		expect(skillGate([...new Array(500).fill(0), ...plain], [...new Array(500).fill(1), ...plain]).open).toBe(false);
		expect(() => skillGate([1], [])).toThrow(RangeError);
		expect(skillGate([], [])).toEqual({ open: false, gain: null, t: null });
	});

	it('algo forecast: rings by the share of the tail, of 1,000 tickers 90, 45, 22, 12 and 5', () => {
		const depth = (rank: number) => forecastDepth(rank, 1000, PARAMETERS_V1.forecastTails);
		expect([1, 5, 6, 12, 13, 22, 23, 45, 46, 90, 91].map(depth)).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]);
	});
});
