import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confidenceSequence } from './confidence-sequence.ts';
import { type NumberedBlock, recordHitStats } from './hit-stats.ts';
import { createRandom } from './random.ts';

/** The definition, slowly: every stake from all earlier blocks, every rate after every block. */
function byDefinition(blocks: readonly NumberedBlock[]): [number, number] {
	const newest = Math.max(...blocks.map(([number]) => number));
	const kept: number[] = [];
	for (let step = 0; step <= 1_000; step++) {
		const p = step / 1_000;
		let isLeftOut = false;
		for (const parity of [0, 1]) {
			const list = blocks.filter(([number, n]) => number !== newest && n > 0 && number % 2 === parity).toSorted((a, b) => a[0] - b[0]);
			const capAt = (at: number): number => Math.max(10, ...list.slice(0, at).map(([, n]) => n));
			const outcome = (at: number): number => {
				const [, n, k] = list[at] as NumberedBlock;
				const cap = capAt(at);
				return n > cap ? ((k * cap) / n - p * cap) / cap : (k - p * n) / cap;
			};
			for (let to = 1; to <= list.length; to++) {
				let [up, down] = [1, 1];
				for (let at = 0; at < to; at++) {
					const past = Array.from({ length: at }, (_, i) => outcome(i));
					const stake = Math.abs(past.reduce((a, b) => a + b, 0)) / past.reduce((sum, value) => sum + value ** 2, 0.01);
					up *= 1 + Math.min(stake, 0.9 / p) * outcome(at);
					down *= 1 - Math.min(stake, 0.9 / (1 - p)) * outcome(at);
				}
				if ((up + down) / 2 >= 40 - 1e-9) isLeftOut = true;
			}
		}
		if (!isLeftOut) kept.push(step);
	}
	const [low, high] = [kept[0] ?? 0, kept.at(-1) ?? 0];
	return [Math.max(0, low - 1) / 1_000, Math.min(1_000, high + 1) / 1_000];
}

function record(seed: number, count: number, rate: number, maximum = 12): NumberedBlock[] {
	const random = createRandom(seed);
	return Array.from({ length: count }, (_, number): NumberedBlock => {
		const episodes = random.nextInteger(maximum + 1);
		return [number, episodes, Array.from({ length: episodes }, () => Number(random.nextBoolean(rate))).reduce((a, b) => a + b, 0)];
	});
}

describe('the confidence sequence', () => {
	it('is what its definition says', () => {
		for (const [seed, count, rate, most] of [
			[1, 24, 0.5, 12],
			[2, 24, 0.85, 30],
			[3, 20, 1, 8],
			[4, 20, 0, 25],
		] as const)
			expect(confidenceSequence(record(seed, count, rate, most))).toEqual(byDefinition(record(seed, count, rate, most)));
	});

	it('says nothing without finished blocks, and never leaves 0 to 1', () => {
		expect(confidenceSequence([])).toEqual([0, 1]);
		expect(confidenceSequence([[7, 30, 30]])).toEqual([0, 1]);
		fc.assert(
			fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (seed, rate) => {
				const [low, high] = confidenceSequence(record(seed, 30, rate));
				expect(0 <= low && low < high && high <= 1).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});

	it('never widens as blocks are finished, and waits for the newest', () => {
		const blocks = record(5, 200, 0.6);
		let [low, high] = [0, 1];
		for (let to = 1; to <= blocks.length; to += 7) {
			const now = confidenceSequence(blocks.slice(0, to));
			expect(now[0]).toBeGreaterThanOrEqual(low);
			expect(now[1]).toBeLessThanOrEqual(high);
			[low, high] = now;
		}
		const [number, episodes] = blocks.at(-1) as NumberedBlock;
		expect(confidenceSequence([...blocks.slice(0, -1), [number, episodes + 50, 0]])).toEqual(confidenceSequence(blocks));
		expect(confidenceSequence(blocks.toReversed())).toEqual(confidenceSequence(blocks));
	});

	it('is as wide for misses as for hits', () => {
		const blocks = record(6, 60, 0.7);
		const [low, high] = confidenceSequence(blocks);
		const turned = confidenceSequence(blocks.map(([number, n, k]): NumberedBlock => [number, n, n - k]));
		expect(turned[0]).toBeCloseTo(1 - high, 9);
		expect(turned[1]).toBeCloseTo(1 - low, 9);
	});

	it('leaves the truth out in few of many records, at any time', () => {
		let errs = 0;
		for (let seed = 0; seed < 400; seed++) {
			const [low, high] = confidenceSequence(record(seed, 120, 0.43));
			if (low > 0.43 || high < 0.43) errs++;
		}
		expect(errs).toBeLessThanOrEqual(20);
	});

	it('finds a rate that differs, and is at most three times as wide as the interval of a single look', () => {
		const blocks = record(9, 400, 0.6);
		const [low, high] = confidenceSequence(blocks);
		expect(low).toBeGreaterThan(0.5);
		const { wilson95 } = recordHitStats(blocks);
		expect((high - low) / (wilson95[1] - wilson95[0])).toBeLessThan(3);
		expect((high - low) / (wilson95[1] - wilson95[0])).toBeGreaterThan(1.2);
	});
});
