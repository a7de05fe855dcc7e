import { describe, expect, it } from 'vitest';
import { changesBetween, changesText } from './changes.ts';

const ids = (...of: number[]) => of.map((ticker_id) => ({ ticker_id }));

describe('what a newer report changes', () => {
	it('is counted in words, without what did not happen', () => {
		expect(changesText({ entered: [1, 2, 3, 4, 5, 6], left: [7, 8, 9, 10], moved: [11] })).toBe('6 entered, 4 left, 1 favourite moved');
		expect(changesText({ entered: [], left: [7], moved: [1, 2] })).toBe('1 left, 2 favourites moved');
		expect(changesText({ entered: [], left: [], moved: [] })).toBe('the same tickers');
	});

	it('is told from two lists alone', () => {
		expect(changesBetween(ids(1, 2, 3), ids(3, 4))).toEqual({ entered: [4], left: [1, 2], moved: [] });
	});
});
