import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createRandom } from '../testing/random.ts';
import {
	ACI_STEP,
	aci,
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
import { forecastDepth } from './forecast-depth.ts';
import { GATE_REPORTS, GATE_T, openGatesTogether, skillGate } from './skill-gate.ts';

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

	it('the gate asks for a t above two over exactly 250 reports, and for a gain', () => {
		expect([GATE_REPORTS, GATE_T]).toEqual([250, 2]);
		/** Losses without the drift against zero with it: gains with this mean and this t. */
		const gateAt = (gain: number, t: number, reports = 250) => {
			const spread = (Math.abs(gain) * Math.sqrt(reports - 1)) / Math.abs(t);
			const gains = Array.from({ length: reports }, (_, i) => gain + (i % 2 === 0 ? spread : -spread));
			return skillGate(new Array<number>(reports).fill(0), gains);
		};
		expect([gateAt(1, 1.9).open, gateAt(1, 2.1).open, gateAt(1, 2.9).open, gateAt(-1, 2.1).open]).toEqual([false, true, true, false]);
		expect(gateAt(1, 2.1).t).toBeCloseTo(2.1, 9);
		expect(gateAt(-1, 2.1).t).toBeCloseTo(-2.1, 9);
		expect(gateAt(1, 2.1).gain).toBeCloseTo(1, 9);
		expect([gateAt(1, 50, 249).open, gateAt(1, 50, 250).open, gateAt(1, 50, 251).open]).toEqual([false, true, true]);
		// A mean of 2 and squares that sum to 249 x 250 around it: a t of exactly two.
		const apart = [...new Array<number>(41).fill(15), ...new Array<number>(72).fill(16), ...new Array<number>(12).fill(17)];
		const exact = skillGate(
			new Array<number>(250).fill(0),
			apart.flatMap((each) => [2 + each, 2 - each]),
		);
		expect(exact).toEqual({ open: false, gain: 2, t: 2 });
		const steady = skillGate(new Array<number>(250).fill(0), new Array<number>(250).fill(1));
		expect(steady).toEqual({ open: false, gain: 1, t: null });
		// Anything older than 250 reports is ignored.
		const late = [...new Array<number>(40).fill(-1e6), ...Array.from({ length: 250 }, (_, i) => 3 - 4 * (i % 2))];
		expect(skillGate(new Array<number>(290).fill(0), late).gain).toBeCloseTo(1, 9);
	});

	/** The gate over steps, from a drift that leans on the last sixty, as the slowest feature does, judged by the loss of the median. */
	const gateOver = (steps: readonly number[], horizon: number, began: number) => {
		let lean = began;
		let ahead = steps.slice(0, horizon).reduce((sum, step) => sum + step, 0);
		const [drifted, plain]: [number[], number[]] = [[], []];
		for (let report = 0; report < GATE_REPORTS; report++) {
			const outcome = ahead / Math.sqrt(horizon);
			drifted.push(Math.abs(outcome - lean / 400));
			plain.push(Math.abs(outcome));
			lean += steps[report]! - lean / 60;
			ahead += steps[report + horizon]! - steps[report]!;
		}
		return skillGate(drifted, plain, horizon);
	};

	it('the gate has a t of deviation near one on random walks at every horizon, and opens about as often as its bound says', () => {
		const random = createRandom(250);
		const walks = 600;
		for (const horizon of [1, 2, 5, 10, 20]) {
			const found = Array.from({ length: walks }, () => {
				const steps = Array.from({ length: GATE_REPORTS + horizon }, random.normal);
				return gateOver(steps, horizon, 8 * random.normal());
			});
			const t = found.map((gate) => gate.t as number);
			const centre = t.reduce((sum, each) => sum + each, 0) / walks;
			const deviation = Math.sqrt(t.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (walks - 1));
			const opened = found.filter(({ open }) => open).length / walks;
			expect([deviation > 0.85, deviation < 1.15, opened < 0.05], `${horizon} ahead: ${centre} +- ${deviation}, open ${opened}`).toEqual([
				true,
				true,
				true,
			]);
		}
	});

	it('five timeframes at ten horizons open any gate on random walks as seldom as one tried alone', () => {
		const random = createRandom(43);
		const walks = 300;
		let [alone, together] = [0, 0];
		for (let walk = 0; walk < walks; walk++) {
			const gates = Array.from({ length: 5 }, () => {
				const steps = Array.from({ length: GATE_REPORTS + 10 }, random.normal);
				const began = 8 * random.normal();
				return Array.from({ length: 10 }, (_, i) => gateOver(steps, i + 1, began));
			}).flat();
			if (gates.some(({ open }) => open)) alone++;
			if (openGatesTogether(gates).some(({ open }) => open)) together++;
		}
		// Each by itself: in about one of six markets some gate is open.
		expect(alone / walks).toBeGreaterThan(0.1);
		expect(together / walks).toBeLessThan(0.03);
	});

	it('gates tried together keep the order of their t, one alone is as before, and a strong drift opens all of its gates', () => {
		const gate = (t: number | null, open = t !== null && t > GATE_T) => ({ open, gain: 1, t });
		expect(openGatesTogether([gate(2.01)])).toEqual([gate(2.01)]);
		// By hand: p of .0013, .0062, .0228 and above; times 4, 3, 2: .0054 and .0186 are below .02275, .0455 is not.
		expect(openGatesTogether([gate(2.5), gate(2), gate(3), gate(0.5)]).map(({ open }) => open)).toEqual([true, false, true, false]);
		expect(openGatesTogether([gate(2.1), gate(2.2)]).map(({ open }) => open)).toEqual([false, false]);
		expect(openGatesTogether(Array.from({ length: 50 }, () => gate(3.4))).every(({ open }) => open)).toBe(true);
		// Tried, though nothing could be said of them.
		expect(openGatesTogether([gate(2.2), gate(null)])).toEqual([{ ...gate(2.2), open: false }, gate(null)]);
		// Shut for another reason: it stays shut.
		expect(openGatesTogether([gate(9, false)])[0]?.open).toBe(false);
		expect(openGatesTogether([])).toEqual([]);
	});

	it('the gate says nothing of fewer than eight blocks', () => {
		const gains = Array.from({ length: GATE_REPORTS }, (_, i) => 1 + (i % 7) / 100);
		const none = gains.map(() => 0);
		expect([skillGate(none, gains, 31).open, skillGate(none, gains, 32).open, skillGate(none, gains, 32).t]).toEqual([true, false, null]);
	});

	it('algo forecast: rings by the share of the tail, of 1,000 tickers 90, 45, 22, 12 and 5', () => {
		const depth = (rank: number) => forecastDepth(rank, 1000, PARAMETERS_V1.forecastTails);
		expect([1, 5, 6, 12, 13, 22, 23, 45, 46, 90, 91].map(depth)).toEqual([5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0]);
		// A share of 0.07 of a hundred is seven, despite binary rounding.
		expect([7, 8].map((rank) => forecastDepth(rank, 100, [0.07]))).toEqual([1, 0]);
		expect([29, 30].map((rank) => forecastDepth(rank, 100, [0.29]))).toEqual([1, 0]);
	});
});
