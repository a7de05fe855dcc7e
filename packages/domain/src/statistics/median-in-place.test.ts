import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from './median.ts';
import { medianInPlace } from './median-in-place.ts';

const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 60 });

describe('the median in place', () => {
	it('is the median of as many values as it is told of, many of them equal', () => {
		fc.assert(
			fc.property(fc.oneof(values, fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 })), fc.nat(60), (list, count) => {
				const first = Math.min(count, list.length);
				expect(medianInPlace(Float64Array.from(list), first)).toBe(median(list.slice(0, first)) ?? Number.NaN);
			}),
		);
	});

	it('keeps every value', () => {
		fc.assert(
			fc.property(values, (list) => {
				const array = Float64Array.from(list);
				medianInPlace(array, array.length);
				expect(array.sort()).toEqual(Float64Array.from(list).sort());
			}),
		);
	});
});
