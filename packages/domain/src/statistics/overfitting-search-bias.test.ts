import { describe, expect, it } from 'vitest';
import { normalCdf } from './normal.ts';
import { searchBias } from './overfitting.ts';
import { createRandom, type Random } from './random.ts';

const PERIODS = 120;

/** Gains of trials that share part of their luck, the first raised by some of its standard errors. */
function trialsOf(random: Random, count: number, { shared, raised = 0 }: { shared: number; raised?: number }): number[][] {
	const common = Array.from({ length: PERIODS }, () => random.nextNormal());
	return Array.from({ length: count }, (_, trial) =>
		common.map(
			(luck) => Math.sqrt(shared) * luck + Math.sqrt(1 - shared) * random.nextNormal() + (trial === 0 ? raised / Math.sqrt(PERIODS) : 0),
		),
	);
}

describe('trials made together', () => {
	it('have the p-values of independent normals, each against those not better than it', () => {
		const trials = trialsOf(createRandom(3), 8, { shared: 0, raised: 3 });
		const { t, romanoWolf, spa } = searchBias(trials, 4_000);
		let largest = 0;
		for (const [rank, trial] of t
			.map((_, i) => i)
			.sort((a, b) => t[b]! - t[a]!)
			.entries()) {
			largest = Math.max(largest, 1 - normalCdf(t[trial]!) ** (t.length - rank));
			expect(Math.abs(romanoWolf[trial]! - largest), `trial ${trial}`).toBeLessThan(0.06);
		}
		expect(Math.abs(spa - (1 - normalCdf(Math.max(...t)) ** 8))).toBeLessThan(0.03);
	});

	it('that are copies count as one', () => {
		const [one] = trialsOf(createRandom(5), 1, { shared: 0, raised: 2 }) as [number[]];
		const alone = searchBias([one]);
		const copies = searchBias(Array.from({ length: 30 }, () => one));
		expect(new Set(copies.romanoWolf)).toEqual(new Set(alone.romanoWolf));
		expect(copies.spa).toBe(alone.spa);
		expect(Math.abs(alone.romanoWolf[0]! - (1 - normalCdf(alone.t[0]!)))).toBeLessThan(0.02);
	});

	it('without any gain: one looks real in about 5 of 100 searches, while its own p-value does in half of them', () => {
		const random = createRandom(7);
		const searches = 120;
		let [stepwise, best, naive] = [0, 0, 0];
		for (let search = 0; search < searches; search++) {
			const { t, romanoWolf, spa } = searchBias(trialsOf(random, 20, { shared: 0.3 }), 300, search);
			if (Math.min(...romanoWolf) <= 0.05) stepwise++;
			if (spa <= 0.05) best++;
			if (Math.max(...t) > 1.645) naive++;
		}
		expect(stepwise / searches).toBeLessThan(0.1);
		expect(best / searches).toBeLessThan(0.1);
		expect(naive / searches).toBeGreaterThan(0.35);
	});

	it('find the one that gains, and none of the others', () => {
		const random = createRandom(11);
		let [found, wrong] = [0, 0];
		for (let search = 0; search < 60; search++) {
			const { romanoWolf, spa } = searchBias(trialsOf(random, 20, { shared: 0.3, raised: 5 }), 300, search);
			if (romanoWolf[0]! <= 0.05 && spa <= 0.05) found++;
			if (romanoWolf.slice(1).some((p) => p <= 0.05)) wrong++;
		}
		expect(found).toBeGreaterThan(54);
		expect(wrong).toBeLessThan(7);
	});

	it('that lose heavily do not hide the best one', () => {
		const random = createRandom(13);
		const [good] = trialsOf(random, 1, { shared: 0, raised: 2.5 }) as [number[]];
		const poor = Array.from({ length: 40 }, () => Array.from({ length: PERIODS }, () => random.nextNormal() - 2));
		const { spa, romanoWolf } = searchBias([good, ...poor]);
		expect(spa).toBeLessThan(0.05);
		expect(romanoWolf[0]!).toBeGreaterThan(spa);
	});

	it('without periods or gains are nothing', () => {
		expect(searchBias([[0, 0, 0, 0, 0]])).toEqual({ t: [0], romanoWolf: [1], spa: 1 });
		expect(searchBias([])).toEqual({ t: [], romanoWolf: [], spa: 1 });
	});
});
