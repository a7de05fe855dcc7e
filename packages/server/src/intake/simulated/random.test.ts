import { describe, expect, it } from 'vitest';
import { exponential, inverseNormal, normal, randomBits, randomKey, uniform } from './random.ts';

describe('random', () => {
	it('gives the same numbers on every machine', () => {
		const key = randomKey(1, 2, 3, 4);
		expect([key, randomBits(key, 0), randomBits(key, 1), uniform(key, 2), normal(key, 3), exponential(key, 4)]).toMatchInlineSnapshot(`
			[
			  1951846393,
			  -1137831316,
			  836747246,
			  0.6139936149120331,
			  1.3454907791815476,
			  0.42214395737382965,
			]
		`);
	});

	it('has the moments it promises, also along keys of neighbouring rows and days', () => {
		let [sum, squares, waits, product] = [0, 0, 0, 0];
		const n = 60_000;
		for (let i = 0; i < n; i++) {
			const key = randomKey(9, 1, i % 300, Math.floor(i / 300));
			const x = normal(key, 0);
			sum += x;
			squares += x * x;
			product += x * normal(key, 1);
			waits += exponential(key, 2);
		}
		expect(Math.abs(sum / n)).toBeLessThan(0.015);
		expect(squares / n).toBeCloseTo(1, 1);
		expect(Math.abs(product / n)).toBeLessThan(0.015);
		expect(waits / n).toBeCloseTo(1, 1);
	});

	it('inverts the normal law', () => {
		expect(inverseNormal(0.975)).toBeCloseTo(1.959964, 5);
		expect(inverseNormal(0.001)).toBeCloseTo(-3.090232, 5);
		expect(inverseNormal(0.5)).toBe(0);
	});
});
