import { describe, expect, it } from 'vitest';
import { walk } from './walk.ts';

describe('walk', () => {
	it('goes round the wheel and over its top', () => {
		expect(walk('ArrowRight', { slice: 3, ring: 1 }, 4, 5)).toEqual({ slice: 0, ring: 1 });
		expect(walk('ArrowLeft', { slice: 0, ring: 1 }, 4, 5)).toEqual({ slice: 3, ring: 1 });
	});

	it('stops at hub and rim', () => {
		expect(walk('ArrowUp', { slice: 0, ring: 4 }, 4, 5)).toEqual({ slice: 0, ring: 4 });
		expect(walk('ArrowDown', { slice: 0, ring: 0 }, 4, 5)).toEqual({ slice: 0, ring: 0 });
		expect(walk('ArrowUp', { slice: 0, ring: 2 }, 4, 5)).toEqual({ slice: 0, ring: 3 });
	});

	it('jumps to the ends of a slice and leaves other keys alone', () => {
		expect(walk('End', { slice: 2, ring: 1 }, 6, 5)).toEqual({ slice: 2, ring: 4 });
		expect(walk('Home', { slice: 2, ring: 1 }, 6, 5)).toEqual({ slice: 2, ring: 0 });
		expect(walk('Tab', { slice: 2, ring: 1 }, 6, 5)).toBeUndefined();
	});
});
