import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import { openedFrom } from '../../entities/ticker/ticker-state.ts';
import { atNeighbour, atOrder, itemAt, placeNow } from './neighbours.ts';

const part = (page: number, ids: number[], total = 23) => ({ page, items: ids.map((id) => ({ ticker_id: id, ticker: `T${id}` })), total });
const FIRST = part(1, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
const SECOND = part(2, [11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);

describe('the neighbours of a ticker', () => {
	it('stand across the edge of a page', () => {
		expect(itemAt(10, [FIRST])?.ticker_id).toBe(10);
		expect(itemAt(11, [FIRST, SECOND])?.ticker_id).toBe(11);
		expect(itemAt(11, [FIRST, undefined])).toBeUndefined();
		expect(itemAt(0, [FIRST])).toBeUndefined();
	});

	it('are those of where the ticker stands now', () => {
		expect(placeNow(14, 12, SECOND)).toBe(14);
		expect(placeNow(99, 12, SECOND)).toBe(12);
		expect(placeNow(14, 12, undefined)).toBe(12);
	});

	it('lead back to their own page of the list', () => {
		expect(atOrder(DEFAULT_STATE, 21).page).toBe(3);
		expect(atOrder(DEFAULT_STATE, 20).page).toBe(2);
		const there = atNeighbour(openedFrom(DEFAULT_STATE, { order: 10 }), 11, { ticker_id: 11, ticker: 'T11' });
		expect([there.order, there.name, there.list.page]).toEqual([11, 'T11', 2]);
	});
});
