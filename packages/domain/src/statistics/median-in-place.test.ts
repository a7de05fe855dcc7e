import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerBound } from './lower-bound.ts';
import { createRollingMedian, median, medianDeviation, medianInPlace } from './median.ts';

const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 60 });

describe('the median', () => {
	it('is the middle one, of an even number halfway between the middle two, of nothing none', () => {
		expect([median([]), median([7]), median([3, 1]), median([9, 1, 4]), median([8, 2, 4, 1])]).toEqual([null, 7, 2, 4, 3]);
		expect([medianDeviation([1, 2, 9, 4], 3), medianDeviation([], 3)]).toEqual([1.5, null]);
		expect(medianInPlace(new Float64Array(3), 0)).toBeNaN();
		expect(median([-1e308, -1.5e308])).toBe(-1.25e308);
		expect([median([-1.5e308, 1e308]), medianInPlace(Float64Array.of(1e308, -1.5e308), 2)]).toEqual([-2.5e307, -2.5e307]);
	});

	it('leaves as many values below as above', () => {
		fc.assert(
			fc.property(values, (list) => {
				fc.pre(list.length > 0);
				const middle = median(list) as number;
				for (const found of [middle, medianInPlace(Float64Array.from(list), list.length)]) {
					expect(list.filter((value) => value < found).length).toBeLessThanOrEqual(list.length / 2);
					expect(list.filter((value) => value > found).length).toBeLessThanOrEqual(list.length / 2);
				}
			}),
		);
	});
});

describe('the rolling median', () => {
	it('is of the last values alone, also after it has been cleared', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 6 }),
				fc.array(fc.option(fc.integer({ min: -4, max: 4 }), { freq: 9 }), { maxLength: 60 }),
				(capacity, values) => {
					const rolling = createRollingMedian(capacity);
					let held: number[] = [];
					for (const value of values) {
						if (value === null) {
							rolling.clear();
							held = [];
						} else {
							rolling.push(value);
							held = [...held, value].slice(-capacity);
						}
						expect([rolling.size(), rolling.median()]).toEqual([held.length, median(held) ?? Number.NaN]);
					}
				},
			),
		);
	});
});

describe('the first value that is not below', () => {
	it('stands behind all that are', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 20 }), fc.integer({ min: -1, max: 10 }), (list, value) => {
				const sorted = list.sort((a, b) => a - b);
				expect(lowerBound(sorted, value)).toBe(sorted.filter((each) => each < value).length);
			}),
		);
	});
});

describe('the median in place', () => {
	it('is the median of the given number of values, many of them equal', () => {
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
