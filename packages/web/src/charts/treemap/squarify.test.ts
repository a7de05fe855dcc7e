import { describe, expect, it } from 'vitest';
import { type Box, squarify } from './squarify.ts';

const round = ({ left, top, width, height }: Box): number[] => [left, top, width, height].map((value) => Math.round(value * 100) / 100);

describe('a squarified treemap', () => {
	it('equals the worked example of its authors: 6, 6, 4, 3, 2, 2, 1 in 6 x 4', () => {
		const boxes = squarify([6, 6, 4, 3, 2, 2, 1], { left: 0, top: 0, width: 6, height: 4 });
		expect(boxes.map(round)).toEqual([
			[0, 0, 3, 2],
			[0, 2, 3, 2],
			[3, 0, 1.71, 2.33],
			[4.71, 0, 1.29, 2.33],
			[3, 2.33, 1.2, 1.67],
			[4.2, 2.33, 1.2, 1.67],
			[5.4, 2.33, 0.6, 1.67],
		]);
	});

	it.each([1, 2, 7, 40, 100])('fills its box with %i rectangles in proportion, none over another', (count) => {
		const values = Array.from({ length: count }, (_, i) => 1000 / (i + 1) ** 1.3);
		const box = { left: 10, top: 20, width: 300, height: 180 };
		const boxes = squarify(values, box);
		const total = values.reduce((sum, value) => sum + value, 0);
		boxes.forEach(({ left, top, width, height }, i) => {
			expect(width * height).toBeCloseTo((values[i]! / total) * 300 * 180, 6);
			expect([left >= 10 - 1e-9, top >= 20 - 1e-9, left + width <= 310 + 1e-9, top + height <= 200 + 1e-9]).toEqual([
				true,
				true,
				true,
				true,
			]);
		});
		for (const [i, a] of boxes.entries())
			for (const b of boxes.slice(i + 1)) {
				const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
				const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
				expect(Math.min(across, down)).toBeLessThan(1e-6);
			}
	});

	it('has nothing to place without values', () => {
		expect(squarify([], { left: 0, top: 0, width: 1, height: 1 })).toEqual([]);
	});
});
