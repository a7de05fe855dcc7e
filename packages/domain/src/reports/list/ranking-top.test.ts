import fc from 'fast-check';
import { expect, it } from 'vitest';
import { topRows } from './ranking-top.ts';

it('takes the first rows of any order, however close their values, and reads existing rows only', () => {
	const values = fc.uniqueArray(fc.integer({ min: 0, max: 1000 }), { maxLength: 60 });
	fc.assert(
		fc.property(values, fc.integer({ min: -2, max: 70 }), fc.constantFrom(1, 0.001, 1e6), (keys, wanted, unit) => {
			const found = topRows(keys.length, wanted, (a, b) => {
				expect([keys[a], keys[b]]).not.toContain(undefined);
				return (keys[a]! - keys[b]!) * unit;
			});
			const first = keys.toSorted((a, b) => a - b).slice(0, Math.max(0, wanted));
			expect([...found].map((row) => keys[row])).toEqual(first);
		}),
		{ numRuns: 300 },
	);
});
