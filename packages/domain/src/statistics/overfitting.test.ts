import { describe, expect, it } from 'vitest';
import { overfittingProbability, type PeriodCount } from './overfitting.ts';
import { createRandom } from './random.ts';

/** The definition, without shortcuts: every choice of half of the parts by the bits of a number. */
function slowly(trials: readonly (readonly PeriodCount[])[], parts: number): number {
	const size = (trials[0] as readonly PeriodCount[]).length / parts;
	const bits = (mask: number): number => mask.toString(2).replaceAll('0', '').length;
	let [splits, below] = [0, 0];
	for (let mask = 0; mask < 2 ** parts; mask++) {
		if (bits(mask) !== parts / 2) continue;
		const rate = (counts: readonly PeriodCount[], inside: boolean): number => {
			const held = counts.filter((_, period) => ((mask >> Math.floor(period / size)) & 1) === Number(inside));
			const n = held.reduce((sum, [episodes]) => sum + episodes, 0);
			return n === 0 ? 0 : held.reduce((sum, [, gain]) => sum + gain, 0) / n;
		};
		const inside = trials.map((counts) => rate(counts, true));
		const outside = trials.map((counts) => rate(counts, false));
		const own = outside[inside.indexOf(Math.max(...inside))]!;
		const better = outside.filter((value) => value > own).length;
		const worse = outside.filter((value) => value < own).length;
		splits++;
		below += better > worse ? 1 : better === worse ? 0.5 : 0;
	}
	return below / splits;
}

function randomTrials(seed: number, count: number, periods: number, skill = 0): PeriodCount[][] {
	const random = createRandom(seed);
	return Array.from({ length: count }, (_, trial) =>
		Array.from({ length: periods }, (): PeriodCount => {
			const n = 1 + random.nextInteger(9);
			return [
				n,
				Array.from({ length: n }, () => (random.nextBoolean(0.5 + (trial === 0 ? skill : 0)) ? 0.5 : -0.5)).reduce((a, b) => a + b, 0),
			];
		}),
	);
}

describe('the chance that the best of several filters is below the median next time', () => {
	it('is certain for two that take turns, and nil for one that is always ahead', () => {
		const [up, down]: [PeriodCount, PeriodCount] = [
			[1, 1],
			[1, -1],
		];
		expect(
			overfittingProbability(
				[
					[up, down],
					[down, up],
				],
				2,
			),
		).toBe(1);
		expect(
			overfittingProbability(
				[
					[up, up],
					[down, down],
				],
				2,
			),
		).toBe(0);
	});

	it('is that of its definition', () => {
		for (let seed = 1; seed <= 6; seed++) {
			const trials = randomTrials(seed, 3 + seed, 24, seed / 40);
			for (const parts of [2, 4, 6, 8]) expect(overfittingProbability(trials, parts)).toBeCloseTo(slowly(trials, parts), 12);
		}
	});

	it('is about a half without skill, and small with it', () => {
		const found = Array.from({ length: 24 }, (_, seed) => overfittingProbability(randomTrials(seed, 8, 48), 8) as number);
		const middle = found.reduce((sum, value) => sum + value, 0) / found.length;
		expect(middle).toBeGreaterThan(0.4);
		expect(middle).toBeLessThan(0.65);
		expect(overfittingProbability(randomTrials(1, 8, 64, 0.2))).toBeLessThan(0.02);
	});

	it('is not known for one filter, nor for fewer periods than parts', () => {
		expect(overfittingProbability(randomTrials(1, 1, 64))).toBeNull();
		expect(overfittingProbability(randomTrials(1, 8, 15))).toBeNull();
	});
});
