import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockMoments, recordMeanStats } from '../statistics/hit-stats.ts';
import { createRandom } from '../statistics/random.ts';
import { computeExcessCurve, type EndedExcess } from './excess-curve.ts';

const DAY = 86_400_000;
const excess = fc.integer({ min: -50, max: 50 }).map((percent) => percent / 100);
const ended = fc.array(
	fc
		.record({ exit: fc.integer({ min: 0, max: 40 }), excess })
		.map(({ exit, ...one }): EndedExcess => ({ ...one, exit: exit * DAY, block: exit >> 1 })),
	{ maxLength: 60 },
);

/** Every point on its own, from all occurrences. */
function plainly(excesses: readonly EndedExcess[]) {
	const numbers = [...new Set(excesses.map(({ block }) => block))].sort((a, b) => a - b);
	if (numbers.length < 2) return [];
	const capped = excesses.map((one) => ({ ...one, excess: Math.min(0.3, Math.max(-0.3, one.excess)) }));
	const sumOf = (chosen: readonly EndedExcess[]): number => chosen.reduce((sum, one) => sum + one.excess, 0);
	const mean = sumOf(capped) / capped.length;
	const within = (number: number): EndedExcess[] => capped.filter(({ block }) => block === number);
	const beyond = (number: number): number => sumOf(within(number)) - mean * within(number).length;
	const variance = (known: readonly number[]): number =>
		known.reduce((sum, number) => sum + beyond(number) ** 2, 0) +
		Math.max(
			0,
			known.reduce((sum, number) => sum + (known.includes(number - 1) ? 2 * beyond(number) * beyond(number - 1) : 0), 0),
		);
	const { interval } = recordMeanStats(
		numbers.map(
			(number): BlockMoments => [
				number,
				within(number).length,
				sumOf(within(number)),
				within(number).reduce((sum, one) => sum + one.excess ** 2, 0),
			],
		),
	);
	const half = ((interval?.[1] ?? 0) - (interval?.[0] ?? 0)) / 2;
	return numbers.map((last) => {
		const known = numbers.filter((number) => number <= last);
		const until = capped.filter(({ block }) => block <= last);
		const whole = variance(numbers);
		const reach = whole > 0 ? capped.length * half * Math.sqrt(variance(known) / whole) : 0;
		return {
			time: Math.max(...within(last).map(({ exit }) => exit)),
			n: until.length,
			sum: sumOf(until),
			low: sumOf(until) - reach,
			high: sumOf(until) + reach,
		};
	});
}

describe('the curve of excess', () => {
	it('is that of a plain computation, in whatever order occurrences come', () => {
		fc.assert(
			fc.property(ended, fc.integer(), (excesses, seed) => {
				const random = createRandom(seed);
				const shuffled = excesses.map((one) => ({ one, key: random.nextInteger(1_000) })).sort((a, b) => a.key - b.key);
				const found = computeExcessCurve(shuffled.map(({ one }) => one));
				const expected = plainly(excesses);
				expect(found.map(({ time, n }) => [time, n])).toEqual(expected.map(({ time, n }) => [time, n]));
				for (const [i, point] of found.entries())
					for (const key of ['sum', 'low', 'high'] as const) expect(point[key]).toBeCloseTo(expected[i]?.[key] as number, 6);
			}),
		);
	});

	it('ends with all occurrences however few points it has', () => {
		fc.assert(
			fc.property(ended, fc.integer({ min: 1, max: 9 }), (excesses, limit) => {
				const all = computeExcessCurve(excesses);
				const few = computeExcessCurve(excesses, limit);
				expect(few.length).toBe(Math.min(limit, all.length));
				expect(few.at(-1)).toEqual(all.at(-1));
				expect(all).toEqual(expect.arrayContaining(few));
			}),
		);
	});

	it('has a band that holds zero in about 19 of 20 records without an effect', () => {
		const random = createRandom(7);
		let [runs, held] = [0, 0];
		for (; runs < 400; runs++) {
			// What a block shares moves all its occurrences.
			const excesses = Array.from({ length: 60 }, (_, block) => {
				const shared = random.nextNormal() / 100;
				return Array.from({ length: 1 + random.nextInteger(4) }, () => ({
					block,
					exit: block * DAY,
					excess: shared + random.nextNormal() / 100,
				}));
			}).flat();
			const last = computeExcessCurve(excesses).at(-1);
			if (last && last.low <= 0 && last.high >= 0) held++;
		}
		expect(held / runs).toBeGreaterThan(0.92);
		expect(held / runs).toBeLessThan(0.985);
	});
});
