import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockMoments, meanPValue, recordHitStats, recordMeanStats } from './hit-stats.ts';
import { luckLineOfMean } from './luck-line.ts';
import { Z_95 } from './normal.ts';
import { createRandom } from './random.ts';

const blocks = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.array(fc.boolean(), { minLength: 1, maxLength: 6 })), {
	selector: ([number]) => number,
	maxLength: 20,
});

function momentsOf(number: number, values: readonly number[]): BlockMoments {
	return [number, values.length, values.reduce((sum, value) => sum + value, 0), values.reduce((sum, value) => sum + value ** 2, 0)];
}

describe('the mean of a record', () => {
	it('has the effective sample that a hit rate has: hits are values of 0 and 1', () => {
		fc.assert(
			fc.property(blocks, (blocks) => {
				const mean = recordMeanStats(blocks.map(([number, hits]) => momentsOf(number, hits.map(Number))));
				const hits = recordHitStats(blocks.map(([number, all]) => [number, all.length, all.filter(Boolean).length]));
				expect([mean.n, mean.mean]).toEqual([hits.n, hits.p]);
				expect(mean.n_eff).toBeCloseTo(hits.n_eff, 6);
			}),
		);
	});

	it('is held by its interval in about 19 of 20 records with blocks that share their market', () => {
		const random = createRandom(11);
		let held = 0;
		const runs = 600;
		for (let run = 0; run < runs; run++) {
			const { interval } = recordMeanStats(
				Array.from({ length: 60 }, (_, number) => {
					const shared = random.nextNormal();
					return momentsOf(
						number,
						Array.from({ length: 1 + random.nextInteger(5) }, () => shared + random.nextNormal()),
					);
				}),
			);
			if (interval && interval[0] <= 0 && interval[1] >= 0) held++;
		}
		expect(held / runs).toBeGreaterThan(0.93);
		expect(held / runs).toBeLessThan(0.98);
	});

	it('is found where there is an effect', () => {
		const random = createRandom(12);
		const { interval } = recordMeanStats(
			Array.from({ length: 200 }, (_, number) =>
				momentsOf(
					number,
					Array.from({ length: 4 }, () => 0.5 + random.nextNormal()),
				),
			),
		);
		expect(interval?.[0]).toBeGreaterThan(0.3);
	});

	it('of one value or none has no interval', () => {
		expect(recordMeanStats([])).toMatchObject({ n: 0, mean: null, interval: null });
		expect(recordMeanStats([[3, 1, 0.5, 0.25]])).toMatchObject({ n: 1, mean: 0.5, interval: null });
	});

	it('has a p-value of 2.5 % at the edge of its interval, and a luck line there for a single trial', () => {
		const stats = { mean: Z_95 * 0.01, standardError: 0.01, degreesOfFreedom: 12 };
		expect(meanPValue(stats)).toBeCloseTo(0.025, 4);
		expect(luckLineOfMean(1, 0.01, 12)).toBeCloseTo(Z_95 * 0.01, 9);
		expect(luckLineOfMean(100, 0.01, 12)).toBeGreaterThan(luckLineOfMean(10, 0.01, 12));
		expect(meanPValue({ ...stats, standardError: 0 })).toBeNull();
	});
});
