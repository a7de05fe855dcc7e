import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { departureIndex, findPlace } from './place.ts';

const IDS = [7, 3, 9];

describe('the place of a ticker in a list', () => {
	it('counts from 1, with a neighbour on each side but at the ends', () => {
		expect(findPlace(IDS, 7)).toEqual({ place: 1, previous: null, next: 2 });
		expect(findPlace(IDS, 3)).toEqual({ place: 2, previous: 1, next: 3 });
		expect(findPlace(IDS, 9)).toEqual({ place: 3, previous: 2, next: null });
	});

	it('of one that is gone is none: who took its place follows', () => {
		expect(findPlace(IDS, 4, 2)).toEqual({ place: null, previous: 1, next: 2 });
		expect(findPlace(IDS, 4, 1)).toEqual({ place: null, previous: null, next: 1 });
		// The list is now shorter than its former place.
		expect(findPlace(IDS, 4, 30)).toEqual({ place: null, previous: 3, next: null });
		expect(findPlace([], 4, 2)).toEqual({ place: null, previous: null, next: null });
		expect(findPlace(IDS, 4)).toEqual({ place: null, previous: null, next: null });
	});

	it('walks the whole list in its order, from whichever ticker', () => {
		fc.assert(
			fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1 }), (ids) => {
				const walked: number[] = [];
				for (let at: number | null = 1; at !== null; at = findPlace(ids, ids[at - 1]!).next) walked.push(ids[at - 1]!);
				expect(walked).toEqual(ids);
			}),
		);
	});
});

describe('when a ticker left a list', () => {
	it('is the first report after the last that had it', () => {
		expect(departureIndex([true, true, false, false])).toBe(2);
		expect(departureIndex([true, false, true])).toBe(3);
		expect(departureIndex([false, false])).toBeUndefined();
		expect(departureIndex([])).toBeUndefined();
	});
});
