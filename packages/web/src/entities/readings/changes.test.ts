import { describe, expect, it } from 'vitest';
import { changesBetween, formatChanges, hasSameOrder } from './changes.ts';

function ids(...tickers: number[]) {
	return tickers.map((ticker_id) => ({ ticker_id }));
}

describe('what a newer report changes', () => {
	it('is counted in words, without what did not happen', () => {
		expect(formatChanges({ entered: [1, 2, 3, 4, 5, 6], left: [7, 8, 9, 10], moved: [11] })).toBe('6 entered, 4 left, 1 favourite moved');
		expect(formatChanges({ entered: [], left: [7], moved: [1, 2] })).toBe('1 left, 2 favourites moved');
		expect(formatChanges({ entered: [], left: [], moved: [] })).toBe('the same tickers');
	});

	it('is the order of the page if no ticker entered or left', () => {
		expect(formatChanges({ entered: [], left: [], moved: [] }, true)).toBe('same tickers, same order');
		expect(formatChanges({ entered: [], left: [], moved: [] }, false)).toBe('same tickers, new order');
		expect(formatChanges({ entered: [], left: [], moved: [11] }, false)).toBe('same tickers, new order, 1 favourite moved');
		expect(formatChanges({ entered: [], left: [], moved: [11] })).toBe('1 favourite moved');
		expect(formatChanges({ entered: [1], left: [], moved: [] }, false)).toBe('1 entered');
		expect(hasSameOrder(ids(1, 2, 3), ids(1, 2, 3))).toBe(true);
		for (const other of [ids(1, 3, 2), ids(1, 2), ids(1, 2, 3, 4), ids(1, 2, 4)]) expect(hasSameOrder(ids(1, 2, 3), other)).toBe(false);
	});

	it('needs two lists', () => {
		expect(changesBetween(ids(1, 2, 3), ids(3, 4))).toEqual({ entered: [4], left: [1, 2], moved: [] });
	});
});
