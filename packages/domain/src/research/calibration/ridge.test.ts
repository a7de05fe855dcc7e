import { describe, expect, it } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { createRidgeSums, dotProduct, fitRidge } from './ridge.ts';

const FEATURES = 3;

/** Bars of random observations; some features are unknown. */
function observations(seed: number, bars: number) {
	const random = createRandom(seed);
	const [x, y, offsets]: [number[], number[], number[]] = [[], [], [0]];
	for (let bar = 0; bar < bars; bar++) {
		for (let i = random.nextInteger(5); i > 0; i--) {
			for (let f = 0; f < FEATURES; f++) x.push(random.nextBoolean(0.05) ? Number.NaN : random.nextNormal());
			y.push(random.nextNormal());
		}
		offsets.push(y.length);
	}
	return { x: Float64Array.from(x), y: Float64Array.from(y), offsets: Uint32Array.from(offsets) };
}

describe('a ridge', () => {
	it('sums what is known over any span of bars', () => {
		const { x, y, offsets } = observations(3, 12);
		const spans = createRidgeSums(x, y, offsets, FEATURES);
		for (let from = 0; from <= 12; from++)
			for (let to = from; to <= 12; to++) {
				const xx = new Array<number>(FEATURES * FEATURES).fill(0);
				const xy = new Array<number>(FEATURES).fill(0);
				for (let i = offsets[from]!; i < offsets[to]!; i++) {
					const own = [...x.subarray(i * FEATURES, (i + 1) * FEATURES)];
					if (own.some(Number.isNaN)) continue;
					own.forEach((a, f) => {
						own.forEach((b, g) => {
							xx[f * FEATURES + g] = xx[f * FEATURES + g]! + a * b;
						});
						xy[f] = xy[f]! + a * y[i]!;
					});
				}
				const found = spans(from, to);
				for (const [sums, expected] of [
					[found.xx, xx],
					[found.xy, xy],
				] as const)
					expect([...sums].map((value, k) => Math.abs(value - expected[k]!) < 1e-9)).toEqual(expected.map(() => true));
			}
	});

	it('solves its equations, penalty included, also where features belong together', () => {
		for (const lambda of [0, 0.5, 30]) {
			const xx = Float64Array.of(5, 2, -1, 2, 4, 1.5, -1, 1.5, 3);
			const xy = Float64Array.of(7, -2, 4);
			const found = fitRidge({ xx, xy }, lambda);
			for (let f = 0; f < FEATURES; f++)
				expect(dotProduct(found, xx.subarray(f * FEATURES, (f + 1) * FEATURES)) + lambda * found[f]!).toBeCloseTo(xy[f]!, 9);
		}
	});

	it('predicts the sum of its parts', () => {
		expect(dotProduct([2, -3], [5, 7])).toBe(-11);
		expect(dotProduct([], [])).toBe(0);
	});
});
