import { describe, expect, it } from 'vitest';
import { depthPaths, ratePath, runsPath } from './geometry.ts';

describe('the strip of a history', () => {
	it('joins neighbours of one look', () => {
		expect(runsPath([0, 1, 2, 5], 4, 2)).toBe('M0 4h3v2h-3zM5 4h1v2h-1z');
		expect(runsPath([], 0, 1)).toBe('');
	});

	it('has one path a depth, what is not measurable first, and none for unlit cells', () => {
		expect(depthPaths([0, 3, 3, null, 1], 0, 1)).toEqual([
			{ depth: null, d: 'M3 0h1v1h-1z' },
			{ depth: 1, d: 'M4 0h1v1h-1z' },
			{ depth: 3, d: 'M1 0h2v1h-2z' },
		]);
	});

	it('draws the rate up from the bottom, of the chosen reports', () => {
		expect(ratePath([50, 100, 0], 20, [true, true, true])).toBe('M0 20h0.8v-10h-0.8zM1 20h0.8v-20h-0.8z');
		expect(ratePath([50, 100], 20, [true, false])).toBe('M0 20h0.8v-10h-0.8z');
	});
});
