import { describe, expect, it } from 'vitest';
import { wilson } from './hit-stats.ts';
import { mean } from './moments.ts';
import { bootstrapInterval, createRandom, meanBlockLength, type PeriodHits } from './random.ts';

/** Autoregressive series: each value keeps a share of the one before. */
function series(seed: number, count: number, kept: number): number[] {
	const random = createRandom(seed);
	let value = random.nextNormal() / Math.sqrt(1 - kept * kept);
	return Array.from({ length: count }, () => {
		value = kept * value + random.nextNormal();
		return value;
	});
}

describe('the mean block length', () => {
	it('is that of Patton, Politis and White 2009 for autoregressive series: (2 r / (1 - r^2))^(2/3) n^(1/3)', () => {
		// Their table of optimal lengths: 11.47 at r = .7 and n = 200, 18.20 at n = 800.
		const best = (r: number, n: number): number => Math.cbrt(((2 * r) / (1 - r * r)) ** 2 * n);
		expect(best(0.7, 200)).toBeCloseTo(11.47, 2);
		expect(best(0.7, 800)).toBeCloseTo(18.2, 1);
		for (const [r, n] of [
			[0.7, 800],
			[0.4, 3_000],
			[-0.5, 3_000],
		] as const) {
			const found = mean(Array.from({ length: 40 }, (_, seed) => meanBlockLength(series(seed, n, r)))) as number;
			expect(found / best(Math.abs(r), n)).toBeGreaterThan(0.75);
			expect(found / best(Math.abs(r), n)).toBeLessThan(1.35);
		}
	});

	it('is short without memory, and never longer than a third of the series', () => {
		const lengths = Array.from({ length: 40 }, (_, seed) => meanBlockLength(series(seed, 500, 0)));
		expect(mean(lengths)).toBeLessThan(3);
		expect(meanBlockLength(Array.from({ length: 90 }, (_, i) => i))).toBeLessThanOrEqual(29);
		expect([meanBlockLength([]), meanBlockLength([1, 2]), meanBlockLength(new Array(50).fill(3))]).toEqual([1, 1, 1]);
	});
});

/** Periods of ten episodes whose hit rate strays from a half and stays there for a while. */
function periods(seed: number, count: number, kept: number, strays: number): PeriodHits[] {
	const random = createRandom(seed + 1_000);
	return series(seed, count, kept).map((value): PeriodHits => {
		const rate = Math.max(0, Math.min(1, 0.5 + strays * value * Math.sqrt(1 - kept * kept)));
		return [10, Array.from({ length: 10 }, () => Number(random.nextBoolean(rate))).reduce((a, b) => a + b, 0)];
	});
}

describe('the bootstrap interval', () => {
	it('is about Wilson’s of independent episodes, and the same each time', () => {
		const list = periods(1, 200, 0, 0);
		const rate = list.reduce((sum, [, k]) => sum + k, 0) / 2_000;
		const found = bootstrapInterval(list);
		expect(found).toEqual(bootstrapInterval(list));
		wilson(rate, 2_000).forEach((bound, side) => {
			expect(Math.abs(found[side]! - bound)).toBeLessThan(0.008);
		});
		expect(bootstrapInterval([])).toEqual([0, 1]);
		expect(bootstrapInterval([[0, 0]])).toEqual([0, 1]);
		expect(bootstrapInterval([[4, 4]])).toEqual([1, 1]);
	});

	it('holds the truth where periods share their rate with the next ones, and Wilson’s does not', () => {
		let [held, naive] = [0, 0];
		for (let seed = 0; seed < 150; seed++) {
			const list = periods(seed, 250, 0.6, 0.15);
			const rate = list.reduce((sum, [, k]) => sum + k, 0) / 2_500;
			const [low, high] = bootstrapInterval(list, 200, seed);
			held += Number(low <= 0.5 && 0.5 <= high);
			const [from, to] = wilson(rate, 2_500);
			naive += Number(from <= 0.5 && 0.5 <= to);
		}
		expect(held / 150).toBeGreaterThan(0.86);
		expect(naive / 150).toBeLessThan(0.75);
	});

	it('finds a rate that differs', () => {
		const list = periods(3, 250, 0.3, 0.05).map(([n, k]): PeriodHits => [n, Math.min(n, k + 1)]);
		expect(bootstrapInterval(list)[0]).toBeGreaterThan(0.52);
	});
});
