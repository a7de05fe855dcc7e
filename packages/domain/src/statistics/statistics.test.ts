import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { episodeBars } from '../research/episodes.ts';
import { defaultCostBps } from '../research/walk/costs.ts';
import { createWalkForwardFolds } from '../research/walk-forward-evidence.ts';
import { forwardExcess } from '../signals/definition/forward-excess.ts';
import { mean, quantile, tStatistic, WINSOR_LIMIT, winsorise } from './moments.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { brierScore, computeReliability, evaluateIsotonic, fitIsotonic } from './reliability.ts';
import { averageRanks, spearman } from './spearman.ts';

const numbers = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 40 });

describe('episodes', () => {
	it('open with the first match and again after the cool-down from their start', () => {
		expect(episodeBars([1, 2, 10, 11, 12, 30], 10)).toEqual([1, 11, 30]);
		expect(episodeBars([], 10)).toEqual([]);
		fc.assert(
			fc.property(fc.uniqueArray(fc.nat(500)), fc.integer({ min: 1, max: 40 }), (bars, cooldown) => {
				const matches = bars.toSorted((a, b) => a - b);
				const starts = episodeBars(matches, cooldown);
				for (const [i, start] of starts.entries()) if (i > 0) expect(start - starts[i - 1]!).toBeGreaterThanOrEqual(cooldown);
				for (const match of matches) expect(starts.some((start) => start <= match && match < start + cooldown)).toBe(true);
			}),
		);
	});
});

describe('forward excess', () => {
	const path = { nextOpen: 100, exitClose: 102, benchOpen: 50, benchExit: 50.5, direction: 'long' as const, costBps: 15 };

	it('is what was earned beyond the benchmark, after cost', () => {
		expect(forwardExcess(path)).toBeCloseTo(Math.log(1.02) - Math.log(1.01) - 0.0015, 12);
		expect(forwardExcess({ ...path, direction: 'short' })).toBeCloseTo(Math.log(1.01) - Math.log(1.02) - 0.0015, 12);
		expect(forwardExcess({ ...path, nextOpen: 0 })).toBe(null);
		expect(forwardExcess({ ...path, exitClose: Number.NaN })).toBe(null);
	});

	it('costs 5 basis points for the largest, 50 for the smallest and the unknown', () => {
		expect([0, 1, 2, 3, 4, 5, null, 6].map(defaultCostBps)).toEqual([5, 5, 15, 50, 50, 50, 50, 50]);
	});
});

describe('moments', () => {
	it('are by hand', () => {
		expect(mean([1, 2, 6])).toBe(3);
		expect(tStatistic([1, 2, 3])).toBeCloseTo(2 / (1 / Math.sqrt(3)), 12);
		expect([quantile([3, 1, 2], 0.5), quantile([0, 10], 0.25), quantile([7], 1)]).toEqual([2, 2.5, 7]);
		expect([winsorise(0.5), winsorise(-0.5), winsorise(0.1)]).toEqual([0.3, -0.3, 0.1]);
	});

	it('are of any values what their definitions say', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 25 }),
				fc.integer({ min: 0, max: 20 }),
				(values, twentieth) => {
					const sum = values.reduce((all, value) => all + value, 0);
					expect(mean(values)).toBeCloseTo(sum / values.length, 9);
					const squares = values.reduce((all, value) => all + value * value, 0);
					const variance = (squares - (sum * sum) / values.length) / (values.length - 1);
					const t = tStatistic(values);
					if (new Set(values).size < 2) expect(t).toBeNull();
					else expect(t).toBeCloseTo(sum / values.length / Math.sqrt(variance / values.length), 6);
					// The quantile is linear between the ranks: at rank k of the sorted values it is that value.
					const sorted = values.toSorted((a, b) => a - b);
					const at = (twentieth / 20) * (sorted.length - 1);
					const [below, above] = [sorted[Math.floor(at)]!, sorted[Math.min(sorted.length - 1, Math.floor(at) + 1)]!];
					expect(quantile(values, twentieth / 20)).toBeCloseTo(below * (1 - (at % 1)) + above * (at % 1), 9);
				},
			),
		);
		expect(tStatistic([1, 3])).toBeCloseTo(2, 12);
		expect(quantile([0, 10, 20, 40], 0.9)).toBeCloseTo(34, 12);
		expect([WINSOR_LIMIT, winsorise(0.3), winsorise(-0.3), winsorise(0.29), winsorise(5, 2)]).toEqual([0.3, 0.3, -0.3, 0.29, 2]);
	});

	it('of nothing, or without spread, are null', () => {
		expect([mean([]), quantile([], 0.5), tStatistic([]), tStatistic([1]), tStatistic([2, 2, 2])]).toEqual([null, null, null, null, null]);
	});

	it('have no t where they differ by the rounding of their mean alone', () => {
		for (const value of [0.1, 0.7, -1e-9, 1e15]) expect(tStatistic(new Array<number>(250).fill(value))).toBeNull();
		expect(tStatistic([1, 1 + 1e-9])).toBeGreaterThan(1e8);
	});
});

describe('the normal distribution', () => {
	it('has known values, to seven digits of each tail', () => {
		for (const [x, p] of [
			[-0.1, 0.460172162722971],
			[-0.5, 0.3085375387259869],
			[-1, 0.15865525393145707],
			[-2, 0.02275013194817921],
			[-3, 0.0013498980316300946],
			[-5, 2.866515718791939e-7],
		] as const) {
			expect(Math.abs(normalCdf(x) / p - 1)).toBeLessThan(1.2e-7);
			expect(normalCdf(-x)).toBeCloseTo(1 - p, 6);
		}
		expect(normalCdf(0)).toBeCloseTo(0.5, 6);
	});

	it('has known quantiles, and the two functions undo one another', () => {
		expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
		// The check values of the algorithm's author (Wichura 1988), and others of the centre and the tails.
		for (const [p, z] of [
			[0.25, -0.6744897501960817],
			[0.001, -3.090232306167814],
			[1e-20, -9.262340089798409],
			[0.4, -0.2533471031357997],
			[0.1, -1.2815515655446004],
			[1e-10, -6.361340902404056],
			[1e-100, -21.273453560958522],
		] as const)
			expect(normalQuantile(p) / z).toBeCloseTo(1, 12);
		// The quantile is continuous where one formula replaces the other.
		for (const p of [0.075, 0.925, Math.exp(-25)]) {
			const [before, after] = [normalQuantile(p * (1 - 1e-9)), normalQuantile(p * (1 + 1e-9))];
			expect(Math.abs(after - before)).toBeLessThan(1e-7);
			expect(after).toBeGreaterThan(before);
		}
		// Beyond e^-25 another formula applies; exact to all digits.
		expect(normalQuantile(1e-12) / -7.034483825301131).toBeCloseTo(1, 14);
		expect(normalQuantile(1e-15) / -7.941345326170997).toBeCloseTo(1, 14);
		expect(normalQuantile(0.5)).toBe(0);
		expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
		expect(() => normalQuantile(1.1)).toThrow(RangeError);
		expect(() => normalQuantile(Number.NaN)).toThrow(RangeError);
		fc.assert(
			fc.property(fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true }), (p) => {
				expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 6);
				expect(normalQuantile(1 - p)).toBeCloseTo(-normalQuantile(p), 6);
			}),
		);
	});
});

describe('rank correlation', () => {
	it('shares ranks among equals, and knows no correlation where one side never varies', () => {
		expect(averageRanks([10, 20, 10, 5])).toEqual([2.5, 4, 2.5, 1]);
		expect(spearman([1, 2, 3], [2, 4, 9])).toBe(1);
		expect(spearman([1, 2, 3], [3, 2, 1])).toBe(-1);
		expect([spearman([1, 2], [5, 5]), spearman([5, 5], [1, 2]), spearman([], []), spearman([1], [1])]).toEqual([null, null, null, null]);
		// Without ties 1 - 6 sum d^2 / (n (n^2 - 1)).
		expect(spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(1 - (6 * 4) / 120, 12);
		expect(() => spearman([1], [])).toThrow(RangeError);
	});

	it('gives each value the middle of the places that it and its equals take', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 25 }), (values) => {
				const expected = values.map((value) => {
					const [less, same] = [values.filter((other) => other < value).length, values.filter((other) => other === value).length];
					return less + (same + 1) / 2;
				});
				expect(averageRanks(values)).toEqual(expected);
			}),
		);
	});

	it('does not change with a rising transformation of either side', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 })), { maxLength: 30 }), (pairs) => {
				const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
				const plain = spearman(a, b);
				expect(
					spearman(
						a.map((x) => x ** 3),
						b,
					),
				).toBe(plain);
				if (plain !== null) expect(Math.abs(plain)).toBeLessThanOrEqual(1 + 1e-12);
				expect(spearman(b, a) ?? 0).toBeCloseTo(plain ?? 0, 12);
			}),
		);
	});
});

describe('calibration', () => {
	it('isotonic fit: pools what falls, shares a value among equal x', () => {
		expect(fitIsotonic([1, 2, 3], [0, 1, 0])).toEqual({ starts: [1, 2], values: [0, 0.5] });
		expect(fitIsotonic([2, 1, 1], [1, 0, 1])).toEqual({ starts: [1, 2], values: [0.5, 1] });
		const fit = fitIsotonic([1, 2], [0.2, 0.8]);
		expect([0, 1, 1.5, 2, 9].map((x) => evaluateIsotonic(fit, x))).toEqual([0.2, 0.2, 0.2, 0.8, 0.8]);
		expect(evaluateIsotonic(fitIsotonic([], []), 1)).toBe(null);
	});

	it('isotonic fit: no rising fit lies closer, whatever the values and their order', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -4, max: 4 })), { minLength: 1, maxLength: 14 }),
				(pairs) => {
					const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
					const fit = fitIsotonic(x, y);
					// The minimum of the means to the right of the maximum to the left (min-max formula).
					const steps = [...new Set(x)].sort((a, b) => a - b);
					const meanOf = (from: number, to: number): number => mean(y.filter((_, i) => x[i]! >= from && x[i]! <= to)) as number;
					for (const at of steps) {
						const expected = Math.max(
							...steps
								.filter((from) => from <= at)
								.map((from) => Math.min(...steps.filter((to) => to >= at).map((to) => meanOf(from, to)))),
						);
						expect(evaluateIsotonic(fit, at)).toBeCloseTo(expected, 9);
					}
					expect(fit.starts).toHaveLength(fit.values.length);
					expect(evaluateIsotonic(fit, steps[0]! - 5)).toBeCloseTo(fit.values[0]!, 12);
				},
			),
		);
	});

	it('isotonic fit: rises, keeps the mean', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 })), { minLength: 1, maxLength: 40 }),
				(pairs) => {
					const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
					const fit = fitIsotonic(x, y);
					for (let i = 1; i < fit.values.length; i++) expect(fit.values[i]).toBeGreaterThanOrEqual(fit.values[i - 1]!);
					expect(mean(x.map((each) => evaluateIsotonic(fit, each) as number))).toBeCloseTo(mean(y) as number, 9);
				},
			),
		);
	});

	it('Brier score and reliability compare what was said with what came', () => {
		expect(brierScore([1, 0], [true, false])).toBe(0);
		expect(brierScore([0.5, 0.5], [true, false])).toBe(0.25);
		expect(brierScore([], [])).toBe(null);
		expect(brierScore([0.9, 0.2, 0.4], [true, false, true])).toBeCloseTo((0.01 + 0.04 + 0.36) / 3, 12);
		// Values at and beyond both ends are in the outermost bins; each of four bins is a quarter wide.
		expect(computeReliability([-0.5, 0, 0.24, 0.25, 0.5, 0.99, 1, 1.5], [false, true, false, true, true, true, true, false], 4)).toEqual([
			{ from: 0, to: 0.25, n: 3, predicted: expect.closeTo(-0.26 / 3, 12), observed: 1 / 3 },
			{ from: 0.25, to: 0.5, n: 1, predicted: 0.25, observed: 1 },
			{ from: 0.5, to: 0.75, n: 1, predicted: 0.5, observed: 1 },
			{ from: 0.75, to: 1, n: 3, predicted: expect.closeTo(3.49 / 3, 12), observed: 2 / 3 },
		]);
		expect(computeReliability([Number.NaN], [true])).toEqual([]);
		expect(computeReliability([0.55], [false])).toEqual([{ from: 0.5, to: 0.6, n: 1, predicted: 0.55, observed: 0 }]);
		expect(computeReliability([0.1, 0.15, 1], [true, false, true])).toEqual([
			{ from: 0.1, to: 0.2, n: 2, predicted: 0.125, observed: 0.5 },
			{ from: 0.9, to: 1, n: 1, predicted: 1, observed: 1 },
		]);
	});

	it('walk-forward folds never train on what a test can see', () => {
		expect(createWalkForwardFolds([0, 100, 200], 300, 10)).toEqual([
			{ train: [[0, 90]], test: [100, 200] },
			{
				train: [
					[0, 100],
					[110, 190],
				],
				test: [200, 300],
			},
		]);
		// A quarter shorter than the purge and embargo adds nothing to the next train set.
		expect(createWalkForwardFolds([0, 10, 15, 40], 60, 10)).toEqual([
			{ train: [[0, 5]], test: [15, 40] },
			{
				train: [
					[0, 10],
					[25, 30],
				],
				test: [40, 60],
			},
		]);
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 6 }),
				fc.integer({ min: 1, max: 30 }),
				(starts, horizon) => {
					const ordered = starts.toSorted((a, b) => a - b);
					// Bar by bar: known before the test, and not within a horizon of the end of an earlier one.
					const expected = ordered.flatMap((from, fold) => {
						const ends = ordered.slice(1, fold + 1);
						const bars = Array.from({ length: Math.max(0, from - horizon) }, (_, bar) => bar);
						const train = bars.filter((bar) => !ends.some((end) => bar >= end && bar < end + horizon));
						return train.length > 0 ? [{ train, test: [from, ordered[fold + 1] ?? 500] }] : [];
					});
					const found = createWalkForwardFolds(ordered, 500, horizon).map(({ train, test }) => ({
						train: train.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
						test,
					}));
					expect(found).toEqual(expected);
					for (const { train, test } of createWalkForwardFolds(ordered, 500, horizon)) {
						for (const [from, to] of train) {
							expect(to).toBeGreaterThan(from);
							expect(to + horizon).toBeLessThanOrEqual(test[0]);
						}
					}
				},
			),
		);
	});

	it('statistics of any list of numbers are numbers', () => {
		fc.assert(
			fc.property(numbers, (values) => {
				for (const value of [mean(values), quantile(values, 0.3), tStatistic(values)])
					expect(value === null || !Number.isNaN(value)).toBe(true);
			}),
		);
	});
});
