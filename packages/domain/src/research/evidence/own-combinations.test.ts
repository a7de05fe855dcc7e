import { describe, expect, it } from 'vitest';
import { createRandom } from '../../statistics/random.ts';
import { addEpisode, createTally, type Tally } from '../tally.ts';
import { COMBINATIONS, type Combination, depthConditions, searchCombinations } from './own-combinations.ts';

const HORIZONS = [1, 5];

/** 120 sessions of five episodes each; `better`: by how much the hits of the first combination at the first horizon exceed a base rate of one half. */
function measured(better: number, seed: number) {
	const random = createRandom(seed);
	return COMBINATIONS.map((combination, c) => ({
		combination,
		horizons: HORIZONS,
		tallies: HORIZONS.map((_, h) => {
			const tally = createTally();
			for (let session = 500; session < 620; session++)
				for (let i = 0; i < 5; i++) addTo(tally, { session, hit: random.nextBoolean(c === 0 && h === 0 ? 0.5 + better : 0.5) });
			return tally;
		}),
	}));
}

function addTo(tally: Tally, { session, hit }: { session: number; hit: boolean }): void {
	addEpisode(tally, { hit, excess: hit ? 0.01 : -0.01, base: 0.5, block: session, session, reconstructed: false });
}

describe('the own combinations', () => {
	it('are every list with candidates, on the timeframes of every strategy, at any depth and from depth 3', () => {
		expect(COMBINATIONS.filter(({ tab }) => tab === 'extreme_fall')).toEqual(
			(['first', 'second', 'third'] as const).flatMap((strategy) =>
				[0, 3].map((depth): Combination => ({ tab: 'extreme_fall', operation: 'long', strategy, depth })),
			),
		);
		expect(COMBINATIONS).toHaveLength(15);
		expect(COMBINATIONS.map(({ tab }) => tab)).not.toContain('free');
	});

	it('ask for a depth by the price on the third timeframe', () => {
		const combination: Combination = { tab: 'extreme_rise', operation: 'short', strategy: 'second', depth: 3 };
		expect(depthConditions(combination)).toEqual([{ sector: 'price_short', timeframe: 'four_hours', value: 3 }]);
		expect(depthConditions({ ...combination, depth: 0 })).toEqual([]);
	});

	it('find a real effect, also when all were tried together, and put it first', () => {
		const found = searchCombinations(measured(0.15, 3));
		expect(found?.trials).toHaveLength(COMBINATIONS.length * HORIZONS.length);
		expect(found?.trials[0]).toMatchObject({ ...COMBINATIONS[0], horizon: 1, n: 600, base: 0.5 });
		expect(found?.trials[0]?.hitRate).toBeCloseTo(0.65, 1);
		const [low, high] = found?.trials[0]?.interval ?? [0, 0];
		expect(low).toBeGreaterThan(0.55);
		expect(high).toBeLessThan(0.75);
		expect(found?.trials[0]?.together).toBeLessThan(0.01);
		expect(found?.spa).toBeLessThan(0.01);
		expect(found).toMatchObject({ sessions: 120, tooFew: 0 });
		const t = found?.trials.map((trial) => trial.t) ?? [];
		expect(t).toEqual(t.toSorted((a, b) => b - a));
	});

	it('call nothing significant in markets without an effect, where alone the best trial looks so', () => {
		let [alone, together, spa] = [0, 0, 0];
		const runs = 12;
		for (let seed = 1; seed <= runs; seed++) {
			const found = searchCombinations(measured(0, seed));
			alone += found?.trials[0] && found.trials[0].alone < 0.05 ? 1 : 0;
			together += found?.trials[0] && found.trials[0].together < 0.05 ? 1 : 0;
			spa += found && found.spa < 0.05 ? 1 : 0;
		}
		// Alone, the best of thirty looks significant in most markets.
		expect(alone / runs).toBeGreaterThan(0.6);
		expect(together / runs).toBeLessThan(0.1);
		expect(spa / runs).toBeLessThan(0.1);
	});

	it('leave out trials with too few occurrences, and are null without any', () => {
		const [first, ...others] = measured(0, 5);
		const rare = createTally();
		for (let session = 500; session < 529; session++) addTo(rare, { session, hit: true });
		const found = searchCombinations([{ ...first!, tallies: [rare, createTally()] }, ...others]);
		expect(found?.tooFew).toBe(2);
		expect(found?.trials).toHaveLength(2 * COMBINATIONS.length - 2);
		expect(searchCombinations([{ ...first!, tallies: [rare, createTally()] }])).toBeNull();
		expect(searchCombinations([])).toBeNull();
	});
});
