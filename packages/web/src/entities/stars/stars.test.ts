import { describe, expect, it } from 'vitest';
import { withStar } from './favorites.ts';

describe('stars', () => {
	const list = {
		total_count: 2,
		items: [
			{ ticker_id: 1, favorite: false },
			{ ticker_id: 2, favorite: true },
		],
	};

	it('change in lists and in details, and leave every other answer as it is', () => {
		expect(withStar(list, 1, true)).toEqual({ ...list, items: [{ ticker_id: 1, favorite: true }, list.items[1]] });
		expect(withStar({ ticker_id: 1, favorite: false, name: 'A' }, 1, true)).toEqual({ ticker_id: 1, favorite: true, name: 'A' });
		for (const answer of [undefined, null, 7, { items: [{ id: 1 }] }]) expect(withStar(answer, 1, true)).toBe(answer);
	});

	it('change in the notice of a message', () => {
		const notice = { entered: list.items, left: [] };
		expect(withStar({ id: 41, notice }, 1, true)).toEqual({
			id: 41,
			notice: { entered: [{ ticker_id: 1, favorite: true }, list.items[1]], left: [] },
		});
	});

	it('give the same object where nothing changes', () => {
		expect(withStar(list, 2, true)).toBe(list);
		expect(withStar(list, 3, true)).toBe(list);
		const message = { id: 41, notice: { entered: list.items, left: [1] } };
		expect(withStar(message, 3, true)).toBe(message);
	});
});
