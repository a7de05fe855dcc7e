import { describe, expect, it } from 'vitest';
import { depthPaths, runsPath } from './geometry.ts';

describe('rows of cells', () => {
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
});
