import { describe, expect, it } from 'vitest';
import { estimateMean, leastSquares } from './least-squares.ts';
import { createRandom } from './random.ts';

describe('the line of least squares', () => {
	it('is that of Anscombe 1973: slope .500, intercept 3.00, R squared .67', () => {
		const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
		for (const y of [
			[8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68],
			[9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74],
		]) {
			const line = leastSquares(x, y);
			expect(line?.slope.value).toBeCloseTo(0.5, 3);
			expect(line?.intercept).toBeCloseTo(3, 2);
			expect(line?.r2).toBeCloseTo(0.67, 2);
		}
	});

	it('has an interval that leaves no slope out in about 5 of 100 samples whose scatter grows with x, and finds one that is there', () => {
		const random = createRandom(1980);
		let [wrong, found] = [0, 0];
		for (let sample = 0; sample < 600; sample++) {
			const x = Array.from({ length: 200 }, () => random.nextNormal());
			const noise = x.map((value) => random.nextNormal() * (0.3 + value * value));
			const [low, high] = leastSquares(x, noise)?.slope.interval ?? [0, 0];
			if (low > 0 || high < 0) wrong++;
			const [lower] = leastSquares(
				x,
				x.map((value, i) => value + noise[i]!),
			)?.slope.interval ?? [0, 0];
			if (lower > 0) found++;
		}
		expect(wrong / 600).toBeLessThan(0.09);
		expect(wrong / 600).toBeGreaterThan(0.02);
		expect(found / 600).toBeGreaterThan(0.8);
	});

	it('is not known for two points, one x or one y', () => {
		expect([leastSquares([1, 2], [1, 2]), leastSquares([1, 1, 1], [1, 2, 3]), leastSquares([1, 2, 3], [1, 1, 1])]).toEqual([
			null,
			null,
			null,
		]);
	});
});

it('a mean has its interval by t: 2.776 standard errors for five values', () => {
	const found = estimateMean([1, 2, 3, 4, 5]);
	expect(found?.value).toBe(3);
	expect(found?.interval[1]).toBeCloseTo(3 + 2.776 * Math.sqrt(0.5), 3);
	expect([estimateMean([]), estimateMean([1])]).toEqual([null, null]);
});
