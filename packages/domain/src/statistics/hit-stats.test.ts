import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { benjaminiHochberg } from './benjamini-hochberg.ts';
import { type Block, hitStats, leastDeff } from './hit-stats.ts';
import { expectedMaximum, luckLine } from './luck-line.ts';
import { shrink } from './shrink.ts';
import { wilson } from './wilson.ts';

const blocks: fc.Arbitrary<Block[]> = fc.array(
	fc.tuple(fc.nat(20), fc.double({ min: 0, max: 1, noNaN: true })).map(([n, share]): Block => [n, Math.round(n * share)]),
	{ maxLength: 40 },
);

describe('Wilson interval', () => {
	it('is by hand: half of ten is 23.7 to 76.3%', () => {
		const [low, high] = wilson(0.5, 10);
		expect(low).toBeCloseTo(0.2366, 4);
		expect(high).toBeCloseTo(0.7634, 4);
		expect(wilson(0, 0)).toEqual([0, 1]);
		expect(wilson(1, 20)[1]).toBe(1);
		expect(wilson(1, 20)[0]).toBeCloseTo(0.8389, 4);
	});

	it('holds its rate, stays between 0 and 1, and narrows with more trials', () => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0.1, max: 1e6, noNaN: true }), (p, n) => {
				const [low, high] = wilson(p, n);
				expect(low).toBeLessThanOrEqual(p + 1e-12);
				expect(high).toBeGreaterThanOrEqual(p - 1e-12);
				expect(low).toBeGreaterThanOrEqual(0);
				expect(high).toBeLessThanOrEqual(1);
				const [closer, nearer] = wilson(p, 2 * n);
				expect(nearer - closer).toBeLessThan(high - low + 1e-15);
			}),
		);
	});
});

describe('hit statistics', () => {
	it('are by hand: 60 hits of 100 in five lumps count as 12 trials', () => {
		const lumps: Block[] = [20, 20, 20, 0, 0].map((hits) => [20, hits]);
		const stats = hitStats(lumps);
		expect(stats.p).toBe(0.6);
		expect(stats.n_eff).toBeLessThan(100 / 8);
		expect(stats.wilson95[1] - stats.wilson95[0]).toBeGreaterThan(0.45);
		expect(hitStats([]).wilson95).toEqual([0, 1]);
		expect(hitStats([[0, 0]])).toMatchObject({ n: 0, p: null, n_eff: 0 });
		expect(hitStats([[5, 5]])).toMatchObject({ p: 1, deff: 1, n_eff: 5 });
	});

	it('spread over blocks evenly is no lump: deff 1; below thirty blocks the typical one is the least', () => {
		expect(hitStats(new Array(40).fill([10, 5]))).toMatchObject({ deff: 1, n_eff: 400, p: 0.5 });
		expect([leastDeff(29), leastDeff(30)]).toEqual([3.4, 1]);
		expect(hitStats(new Array(10).fill([10, 5]), leastDeff(10)).n_eff).toBeCloseTo(100 / 3.4, 9);
	});

	it('never count more trials than there are, whatever the order of the blocks', () => {
		fc.assert(
			fc.property(blocks, (list) => {
				const { n, n_eff, deff, p, wilson95 } = hitStats(list);
				expect(deff).toBeGreaterThanOrEqual(1);
				expect(n_eff).toBeLessThanOrEqual(n);
				expect([n, n_eff, deff, ...wilson95].every(Number.isFinite)).toBe(true);
				if (p !== null) expect(wilson95[0] <= p + 1e-12 && p - 1e-12 <= wilson95[1]).toBe(true);
				expect(hitStats(list.toReversed()).deff).toBeCloseTo(deff, 9);
			}),
		);
	});
});

describe('what keeps luck apart', () => {
	it('shrink: 9 of 10 becomes 55%', () => {
		expect(shrink(9, 10, 0.515)).toBeCloseTo(0.55, 12);
		expect(shrink(0, 0, 0.5)).toBe(0.5);
	});

	it('luck line: .500, .5475 and .5734 for 1, 20 and 341 filters on 400 trials', () => {
		expect(luckLine(1, 400)).toBe(0.5);
		expect(luckLine(20, 400)).toBeCloseTo(0.5475, 3);
		expect(luckLine(341, 400)).toBeCloseTo(0.5734, 3);
		expect(luckLine(1, 400, 0.46)).toBe(0.46);
		expect(luckLine(20, 400, 0.46)).toBeCloseTo(0.46 + (0.5475 - 0.5) * 2 * Math.sqrt(0.46 * 0.54), 3);
		expect([luckLine(10, 0), luckLine(1, 0)]).toEqual([1, 1]);
		expect(luckLine(1e6, 1)).toBe(1);
		expect(expectedMaximum(0)).toBe(0);
	});

	it('luck line rises with the filters tried, and falls with trials', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 10, max: 10_000 }), (filters, trials) => {
				expect(luckLine(filters + 1, trials)).toBeGreaterThanOrEqual(luckLine(filters, trials));
				expect(luckLine(filters, trials + 1)).toBeLessThanOrEqual(luckLine(filters, trials));
			}),
		);
	});

	it('Benjamini and Hochberg: by hand, in the order given, never below p, in the order of p', () => {
		expect(benjaminiHochberg([0.01, 0.04, 0.03, 0.005])).toEqual([0.02, 0.04, 0.04, 0.02]);
		expect(benjaminiHochberg([])).toEqual([]);
		fc.assert(
			fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 30 }), (p) => {
				const q = benjaminiHochberg(p);
				p.forEach((each, i) => {
					expect(q[i]).toBeGreaterThanOrEqual(each * (1 - 1e-12));
					expect(q[i]).toBeLessThanOrEqual(1);
					p.forEach((other, k) => {
						if (other < each) expect(q[k]).toBeLessThanOrEqual(q[i] as number);
					});
				});
			}),
		);
	});
});
