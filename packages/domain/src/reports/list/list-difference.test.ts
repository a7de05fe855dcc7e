import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listDifference, type RatedRows } from './list-difference.ts';

function list(...rows: [id: number, rate: number][]): RatedRows {
	return { ids: rows.map(([id]) => id), rates: rows.map(([, rate]) => rate) };
}

describe('how one list becomes another', () => {
	it('names who entered, left, and moved, the best place first', () => {
		const found = listDifference(list([7, 20], [5, 18], [9, 4], [3, 3]), list([5, 18], [8, 12], [9, 6], [3, 1]));
		expect(found).toMatchObject({ entered: 1, left: 1, moved: 2 });
		expect(found.moves).toEqual([
			{ id: 5, before: { place: 2, rate: 18 }, after: { place: 1, rate: 18 } },
			{ id: 7, before: { place: 1, rate: 20 }, after: null },
			{ id: 8, before: null, after: { place: 2, rate: 12 } },
			{ id: 9, before: { place: 3, rate: 4 }, after: { place: 3, rate: 6 } },
			{ id: 3, before: { place: 4, rate: 3 }, after: { place: 4, rate: 1 } },
		]);
	});

	it('names the one with the lower number first where two have or had the same place', () => {
		const ids = (before: RatedRows, after: RatedRows) => listDifference(before, after).moves.map(({ id }) => id);
		expect(ids(list([5, 9], [6, 8]), list([8, 9], [2, 8]))).toEqual([5, 8, 2, 6]);
		expect(ids(list([8, 9], [2, 8]), list([5, 9], [6, 8]))).toEqual([5, 8, 2, 6]);
	});

	const lists = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 28 })), { selector: ([id]) => id });

	it('says nothing of a list and itself, and of what differs all that one needs to get from the one to the other', () => {
		fc.assert(
			fc.property(lists, lists, (one, other) => {
				const [before, after] = [list(...one), list(...other)];
				expect(listDifference(before, before).moves).toEqual([]);
				const { moves, entered, left } = listDifference(before, after);
				expect(before.ids.length + entered - left).toBe(after.ids.length);
				const became = new Map(before.ids.map((id, i) => [id, { place: i + 1, rate: before.rates[i]! }]));
				for (const { id, after: is } of moves) is ? became.set(id, is) : became.delete(id);
				expect(became).toEqual(new Map(after.ids.map((id, i) => [id, { place: i + 1, rate: after.rates[i]! }])));
			}),
		);
	});
});
