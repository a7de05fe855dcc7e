import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCores, selectCoreShare } from './cores.ts';

it.each([
	['0', [0]],
	['0-3', [0, 1, 2, 3]],
	['2,5-6,9', [2, 5, 6, 9]],
])('%s is parsed', (list, cores) => {
	expect(parseCores(list)).toEqual(cores);
});

it('shares are of one size, and no core is in two', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat(255), { maxLength: 16 }), fc.integer({ min: 1, max: 4 }), (cores, count) => {
			const shares = Array.from({ length: count }, (_, index) => selectCoreShare(cores, index, count));
			expect(new Set(shares.map((share) => share.length))).toEqual(new Set([Math.floor(cores.length / count)]));
			expect(cores).toEqual(expect.arrayContaining(shares.flat()));
			expect(new Set(shares.flat()).size).toBe(shares.flat().length);
		}),
	);
});

it('two programs have a core each of two, and none of one', () => {
	expect([selectCoreShare([4, 6], 0, 2), selectCoreShare([4, 6], 1, 2), selectCoreShare([4], 0, 2)]).toEqual([[4], [6], []]);
});
