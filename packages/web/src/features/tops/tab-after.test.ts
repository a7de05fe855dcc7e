import { describe, expect, it } from 'vitest';
import { tabAfter } from './tab-after.ts';

describe('keys of a row of tabs', () => {
	it('walk it round, and to its ends', () => {
		expect([0, 1, 3].map((at) => tabAfter('ArrowRight', at, 4))).toEqual([1, 2, 0]);
		expect([0, 1, 3].map((at) => tabAfter('ArrowLeft', at, 4))).toEqual([3, 0, 2]);
		expect([tabAfter('Home', 2, 4), tabAfter('End', 1, 4)]).toEqual([0, 3]);
	});

	it('are no others', () => {
		for (const key of ['ArrowDown', 'ArrowUp', 'Enter', 'j']) expect(tabAfter(key, 1, 4)).toBeUndefined();
	});
});
