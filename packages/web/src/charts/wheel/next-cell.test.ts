import { describe, expect, it } from 'vitest';
import { nextCell } from './next-cell.ts';

describe('walk', () => {
	it('goes round the wheel and over its top', () => {
		expect(nextCell('ArrowRight', { slice: 3, ring: 1 }, 4, 5)).toEqual({ slice: 0, ring: 1 });
		expect(nextCell('ArrowLeft', { slice: 0, ring: 1 }, 4, 5)).toEqual({ slice: 3, ring: 1 });
	});

	it('stops at hub and rim', () => {
		expect(nextCell('ArrowUp', { slice: 0, ring: 4 }, 4, 5)).toEqual({ slice: 0, ring: 4 });
		expect(nextCell('ArrowDown', { slice: 0, ring: 0 }, 4, 5)).toEqual({ slice: 0, ring: 0 });
		expect(nextCell('ArrowUp', { slice: 0, ring: 2 }, 4, 5)).toEqual({ slice: 0, ring: 3 });
	});

	it('jumps to the ends of a slice and leaves other keys alone', () => {
		expect(nextCell('End', { slice: 2, ring: 1 }, 6, 5)).toEqual({ slice: 2, ring: 4 });
		expect(nextCell('Home', { slice: 2, ring: 1 }, 6, 5)).toEqual({ slice: 2, ring: 0 });
		expect(nextCell('Tab', { slice: 2, ring: 1 }, 6, 5)).toBeUndefined();
	});
});
