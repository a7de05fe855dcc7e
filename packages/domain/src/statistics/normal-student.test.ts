import { describe, expect, it } from 'vitest';
import { normalCdf, studentToNormal, studentTwoSidedQuantile } from './normal.ts';

describe("Student's t", () => {
	it('is that of the published tables', () => {
		const table: [freedom: number, t95: number, t99: number][] = [
			[1, 12.706, 63.657],
			[2, 4.303, 9.925],
			[3, 3.182, 5.841],
			[5, 2.571, 4.032],
			[10, 2.228, 3.169],
			[30, 2.042, 2.75],
			[120, 1.98, 2.617],
		];
		for (const [freedom, t95, t99] of table) {
			expect(studentTwoSidedQuantile(0.95, freedom)).toBeCloseTo(t95, 3);
			expect(studentTwoSidedQuantile(0.99, freedom)).toBeCloseTo(t99, 2);
		}
		expect(studentTwoSidedQuantile(0.95, 1e7)).toBeCloseTo(1.959964, 5);
	});

	it('takes degrees of freedom that are not whole, and never fewer than 1', () => {
		// By numerical integration of the density.
		expect(studentTwoSidedQuantile(0.95, 2.5)).toBeCloseTo(3.5747, 4);
		for (const [freedom, t] of [
			[1.2, 8.6488],
			[1.5, 6.0167],
		] as const) {
			expect(studentTwoSidedQuantile(0.95, freedom) / t).toBeGreaterThanOrEqual(1);
			expect(studentTwoSidedQuantile(0.95, freedom) / t).toBeLessThan(1.03);
		}
		expect(studentTwoSidedQuantile(0.95, 0)).toBe(studentTwoSidedQuantile(0.95, 1));
		for (let freedom = 1; freedom < 8; freedom += 0.1)
			expect(studentTwoSidedQuantile(0.95, freedom + 0.1)).toBeLessThan(studentTwoSidedQuantile(0.95, freedom));
	});

	it('has the rank of a normal value', () => {
		for (const freedom of [3, 8, 40]) {
			const z = studentToNormal(studentTwoSidedQuantile(0.95, freedom), freedom);
			expect(normalCdf(z)).toBeCloseTo(0.975, 2);
			expect(studentToNormal(-2, freedom)).toBe(-studentToNormal(2, freedom));
		}
	});
});
