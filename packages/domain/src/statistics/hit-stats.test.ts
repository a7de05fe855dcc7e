import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../testing/random.ts';
import {
	type Block,
	FEW_BLOCKS,
	hitStats,
	minDeff,
	type NumberedBlock,
	recordHitStats,
	recordPValue,
	TYPICAL_DEFF,
	wilson,
} from './hit-stats.ts';
import { benjaminiHochberg, benjaminiYekutieli, detectableDifference, detectableExcess, expectedMaximum, luckLine } from './luck-line.ts';
import { EULER_GAMMA, normalQuantile, studentTwoSidedQuantile, Z_95 } from './normal.ts';
import { SHRINK_STRENGTH, shrinkHitRate, shrinkMean } from './shrink.ts';

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

	it('ends where the rate itself would be as far from a true one as it may be', () => {
		for (const z of [1, 1.5, Z_95])
			for (const n of [1, 3.4, 25, 400])
				for (const p of [0, 0.1, 0.5, 0.9, 1])
					for (const bound of wilson(p, n, z)) {
						// Wilson's interval contains the rates from which p is at most z standard errors away.
						const away = Math.abs(p - bound) / Math.sqrt((bound * (1 - bound)) / n);
						if (bound > 1e-9 && bound < 1 - 1e-9) expect(away).toBeCloseTo(z, 6);
						else expect(bound).toBeCloseTo(p, 9);
					}
		expect(wilson(0.3, 12)).toEqual(wilson(0.3, 12, Z_95));
		expect([wilson(0.3, -1), wilson(0.3, Number.NaN)]).toEqual([
			[0, 1],
			[0, 1],
		]);
		expect(Z_95).toBeCloseTo(normalQuantile(0.975), 12);
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

	it('widen by how much more blocks differ than single episodes would', () => {
		fc.assert(
			fc.property(blocks, fc.constantFrom(1, 2.5), (list, minimum) => {
				const blocks = list.map(([n, hits]): Block => [n, Math.min(n, hits)]);
				const n = blocks.reduce((sum, [episodes]) => sum + episodes, 0);
				const hits = blocks.reduce((sum, [, hit]) => sum + hit, 0);
				fc.pre(n > 0);
				const p = hits / n;
				// Counts every pair of episodes within a block, including each with itself.
				const outcomes = blocks.map(([episodes, hit]) => Array.from({ length: episodes }, (_, i) => Number(i < hit) - p));
				const together = outcomes
					.flatMap((block) => block.flatMap((a) => block.map((b) => a * b)))
					.reduce((sum, product) => sum + product, 0);
				const apart = n * p * (1 - p);
				const deff = Math.max(minimum, apart > 1e-12 ? together / apart : 1);
				const found = hitStats(blocks, minimum);
				expect([found.n, found.hits, found.p]).toEqual([n, hits, p]);
				expect(found.deff).toBeCloseTo(deff, 6);
				expect(found.n_eff).toBeCloseTo(n / deff, 6);
				expect(found.wilson95).toEqual(wilson(p, found.n_eff));
			}),
			{ numRuns: 60 },
		);
		expect(hitStats([], 2)).toEqual({ n: 0, hits: 0, p: null, deff: 2, n_eff: 0, wilson95: [0, 1] });
		expect([FEW_BLOCKS, TYPICAL_DEFF]).toEqual([30, 3.4]);
	});

	it('spread over blocks evenly is no lump: deff 1; below thirty blocks the typical one is the least', () => {
		expect(hitStats(new Array(40).fill([10, 5]))).toMatchObject({ deff: 1, n_eff: 400, p: 0.5 });
		expect([minDeff(29), minDeff(30)]).toEqual([3.4, 1]);
		expect(hitStats(new Array(10).fill([10, 5]), minDeff(10)).n_eff).toBeCloseTo(100 / 3.4, 9);
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

describe('hit statistics of a record', () => {
	it('are by hand: even blocks without any difference, and a single block', () => {
		const even = recordHitStats(Array.from({ length: 40 }, (_, number): NumberedBlock => [number, 10, 5]));
		// deff is t with 39 degrees of freedom over the normal, squared.
		expect(even.deff).toBeCloseTo((2.02269 / 1.959964) ** 2, 4);
		expect(even.degreesOfFreedom).toBeCloseTo(39, 9);
		expect(even.wilson95).toEqual(wilson(0.5, even.n_eff));
		expect(recordHitStats([[3, 200, 120]])).toMatchObject({ n: 200, hits: 120, p: 0.6, deff: 200, n_eff: 1 });
		expect(recordHitStats([])).toMatchObject({ n: 0, p: null, n_eff: 0, wilson95: [0, 1] });
		// All hits show no difference between blocks: the typical dependence is assumed.
		const all = recordHitStats(Array.from({ length: 50 }, (_, number): NumberedBlock => [number, 4, 4]));
		expect(all.deff).toBeCloseTo(TYPICAL_DEFF * (studentTwoSidedQuantile(0.95, 49) / Z_95) ** 2, 9);
	});

	it('count pairs of episodes in one block or in neighbours', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 3 })), { minLength: 2, maxLength: 30 }), (list) => {
				let number = 0;
				const blocks = list.map(([a, b, step]): NumberedBlock => {
					number += step;
					return [number, a + b, a];
				});
				const n = blocks.reduce((sum, [, episodes]) => sum + episodes, 0);
				const hits = blocks.reduce((sum, [, , hit]) => sum + hit, 0);
				fc.pre(n > 1 && hits > 0 && hits < n);
				const p = hits / n;
				const each = blocks.flatMap(([block, episodes, hit]) =>
					Array.from({ length: episodes }, (_, i) => ({ block, y: Number(i < hit) - p })),
				);
				let [own, shared] = [0, 0];
				for (const a of each)
					for (const b of each) {
						if (a.block === b.block) own += a.y * b.y;
						if (Math.abs(a.block - b.block) === 1) shared += a.y * b.y;
					}
				const equal = n ** 2 / blocks.reduce((sum, [, episodes]) => sum + episodes ** 2, 0);
				const freedom = Math.max(1, equal - 1);
				fc.pre(equal > 1 + 1 / n);
				const ratio = Math.max(1, ((own + Math.max(0, shared)) / (n * p * (1 - p))) * (equal / (equal - 1)));
				const found = recordHitStats(blocks);
				const minimum = blocks.filter(([, episodes]) => episodes > 0).length < 30 ? 3.4 : 1;
				expect(found.deff).toBeCloseTo(Math.min(n, Math.max(minimum, ratio * (studentTwoSidedQuantile(0.95, freedom) / Z_95) ** 2)), 6);
				expect(found.n_eff).toBeGreaterThanOrEqual(1 - 1e-12);
				expect(found.wilson95).toEqual(wilson(p, found.n_eff));
				expect(recordHitStats(blocks.toReversed()).deff).toBeCloseTo(found.deff, 9);
			}),
		);
	});

	it('have a p-value of 2.5 % where the interval of t begins, and none where every pick hits', () => {
		const stats = recordHitStats(Array.from({ length: 12 }, (_, number): NumberedBlock => [number, 10, number % 2 === 0 ? 7 : 5]));
		const base = 0.5;
		const edge = base + Z_95 * Math.sqrt((base * (1 - base)) / stats.n_eff);
		expect(recordPValue({ ...stats, p: edge }, base)).toBeCloseTo(0.025, 3);
		expect(edge).toBeCloseTo(luckLine(1, stats.n_eff, base, stats.degreesOfFreedom), 9);
		expect(recordPValue({ ...stats, p: base }, base)).toBeCloseTo(0.5, 6);
		expect([recordPValue(stats, 1), recordPValue(stats, 0)]).toEqual([null, null]);
		// The fewer degrees of freedom, the higher the line of many trials.
		expect(luckLine(60, 100, 0.5, 10)).toBeGreaterThan(luckLine(60, 100, 0.5, 100));
		expect(luckLine(60, 100, 0.5, 1e9)).toBeCloseTo(luckLine(60, 100, 0.5), 4);
	});
});

describe('the least detectable difference', () => {
	it('is by hand: 2.8 standard errors, and 14 points with 100 episodes', () => {
		expect(detectableDifference(0.5, 100)).toBeCloseTo(0.1401, 4);
		expect(detectableDifference(0.5, 400)).toBeCloseTo(0.07, 3);
		expect(detectableDifference(0.5, 0)).toBeNull();
		// 14 points are 28 % of the half of all excesses between the quartiles, which are 2 % apart.
		expect(detectableExcess(0.14, [-0.01, 0.01])).toBeCloseTo(0.0056, 9);
	});

	it('is found in four of five samples', () => {
		const random = createRandom(4);
		const [n, base] = [400, 0.5];
		const rate = base + (detectableDifference(base, n) as number);
		let found = 0;
		for (let round = 0; round < 1_000; round++) {
			const hits = Array.from({ length: n }, () => Number(random.nextBoolean(rate))).reduce((a, b) => a + b, 0);
			if (wilson(hits / n, n)[0] > base) found++;
		}
		expect(found / 1_000).toBeGreaterThan(0.76);
		expect(found / 1_000).toBeLessThan(0.85);
	});
});

describe('what keeps luck apart', () => {
	it('shrink: 9 of 10 becomes 55%', () => {
		expect(shrinkHitRate(9, 10, 0.515)).toBeCloseTo(0.55, 12);
		expect(shrinkHitRate(0, 0, 0.5)).toBe(0.5);
		expect([SHRINK_STRENGTH, shrinkHitRate(30, 100, 0.5), shrinkHitRate(3, 4, 0.25, 12)]).toEqual([100, 0.4, 0.375]);
	});

	it('shrink: a mean excess in the same way', () => {
		expect(shrinkMean(2, 100, 0.01)).toBeCloseTo(0.015, 12);
		expect(shrinkMean(-6, 50, 0.02, 50)).toBeCloseTo(-0.05, 12);
		expect(shrinkMean(0, 0, 0.02)).toBe(0.02);
	});

	it('the greatest of so many normals is where simulation puts it', () => {
		const random = createRandom(1);
		for (const n of [10, 30]) {
			const rounds = 4_000;
			let sum = 0;
			for (let round = 0; round < rounds; round++) sum += Math.max(...Array.from({ length: n }, random.nextNormal));
			// The formula is an approximation.
			expect(Math.abs(expectedMaximum(n) - sum / rounds)).toBeLessThan(0.06);
		}
		expect([expectedMaximum(1), expectedMaximum(0.5), expectedMaximum(-3)]).toEqual([0, 0, 0]);
		expect(expectedMaximum(2)).toBeGreaterThan(0.3);
		// Euler's constant: the limit of the harmonic sum minus the logarithm.
		const million = 1_000_000;
		let harmonic = 0;
		for (let k = million; k >= 1; k--) harmonic += 1 / k;
		expect(EULER_GAMMA).toBeCloseTo(harmonic - Math.log(million) - 1 / (2 * million), 12);
	});

	it('luck line: .5490, .5700 and .5904 for 1, 20 and 341 trials of 400 episodes', () => {
		expect(luckLine(1, 400)).toBeCloseTo(0.5 + 0.025 * normalQuantile(0.975), 9);
		// The quantile of the better of two is a hair nearer than the interval's edge.
		expect(luckLine(2, 400)).toBe(luckLine(1, 400));
		expect(luckLine(3, 400)).toBeCloseTo(0.5 + 0.025 * normalQuantile(0.95 ** (1 / 3)), 12);
		expect(luckLine(20, 400)).toBeCloseTo(0.5 + 0.025 * normalQuantile(0.95 ** (1 / 20)), 12);
		expect([luckLine(1, 400), luckLine(20, 400), luckLine(341, 400)].map((line) => line.toFixed(4))).toEqual([
			'0.5490',
			'0.5700',
			'0.5904',
		]);
		expect(luckLine(1, 400, 0.46)).toBeCloseTo(0.46 + 0.048999 * 2 * Math.sqrt(0.46 * 0.54), 5);
		expect([luckLine(0, 400), luckLine(10, 0), luckLine(1, 0)]).toEqual([luckLine(1, 400), 1, 1]);
		expect(luckLine(1e6, 1)).toBe(1);
	});

	it('luck line of one trial: above it, the 95 % interval is above the base rate, and nowhere else', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 3_000 }),
				fc.double({ min: 0.02, max: 0.98, noNaN: true }),
				fc.double({ min: 1.5, max: 2.5, noNaN: true }),
				(n, base, z) => {
					const p = Math.min(1, base + z * Math.sqrt((base * (1 - base)) / n));
					const line = luckLine(1, n, base);
					if (Math.abs(p - line) > 1e-9) expect(p > line).toBe(wilson(p, n)[0] > base);
				},
			),
		);
	});

	it('the best of N trials without skill passes the luck line about 5 times in 100, a single one as often as the interval', () => {
		const random = createRandom(43);
		const [episodes, draws] = [400, 1_500];
		for (const [trials, base, [lowest, highest]] of [
			[1, 0.5, [0.015, 0.035]],
			[1, 0.3, [0.015, 0.035]],
			[5, 0.5, [0.03, 0.07]],
			[20, 0.46, [0.03, 0.07]],
		] as const) {
			const line = luckLine(trials, episodes, base);
			/** Hits of 400 picks by chance, by their normal limit. */
			const rate = (): number => Math.round(episodes * base + random.nextNormal() * Math.sqrt(episodes * base * (1 - base))) / episodes;
			let passed = 0;
			for (let draw = 0; draw < draws; draw++) if (Math.max(...Array.from({ length: trials }, rate)) > line) passed++;
			expect(passed / draws).toBeGreaterThan(lowest);
			expect(passed / draws).toBeLessThan(highest);
		}
	});

	it('luck line rises with the trials, and falls with the episodes', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 10, max: 10_000 }), (trials, episodes) => {
				expect(luckLine(trials + 1, episodes)).toBeGreaterThanOrEqual(luckLine(trials, episodes));
				expect(luckLine(trials, episodes + 1)).toBeLessThanOrEqual(luckLine(trials, episodes));
			}),
		);
	});

	it('Benjamini and Yekutieli: as p.adjust of R, never below Benjamini and Hochberg, and the same for one test', () => {
		for (const q of benjaminiYekutieli([0.01, 0.02, 0.03, 0.04, 0.05])) expect(q).toBeCloseTo(0.1141667, 7);
		const p = [0.001, 0.2, 0.03, 0.9];
		const harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4;
		benjaminiYekutieli(p).forEach((q, i) => {
			expect(q).toBeCloseTo(Math.min(1, harmonic * benjaminiHochberg(p)[i]!), 12);
		});
		expect([benjaminiYekutieli([0.04]), benjaminiYekutieli([])]).toEqual([[0.04], []]);
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
						if (other < each) expect(q[k]).toBeLessThanOrEqual(q[i]!);
					});
				});
			}),
		);
	});
});
