import { describe, expect, it } from 'vitest';
import { DEFAULT_STATE } from '../../entities/list-state/state.ts';
import type { TickerPlace } from '../../entities/ticker/place.ts';
import { createTickerState } from '../../entities/ticker/ticker-state.ts';
import { createNeighbourState, findNeighbours, toNeighbours } from './neighbours.ts';

const ITEMS = [1, 2, 3].map((id) => ({ ticker_id: id, ticker: `T${id}` }));
const FOUND: TickerPlace = {
	ticker_id: 7,
	time: '2026-11-20T17:15:00Z',
	tab_type: 'free',
	filter: null,
	list_type: 'white_list',
	total_count: 32,
	place: 3,
	listed: true,
	frozen: false,
	left: null,
	previous: { place: 2, ticker_id: 2, ticker: 'T2' },
	next: null,
};

describe('the neighbours of a ticker', () => {
	it('are those that the answer names', () => {
		expect(toNeighbours(FOUND)).toEqual({ place: 3, total: 32, absenceText: undefined, previous: FOUND.previous, next: undefined });
		const gone = toNeighbours({ ...FOUND, place: null, listed: false, left: '2026-11-20T17:00:00Z' });
		expect([gone.place, gone.absenceText]).toEqual([undefined, 'left this list at 12:00 ET']);
	});

	it('are read off the visitors’ one answer', () => {
		expect(findNeighbours(ITEMS, 2, 9)).toEqual({
			place: 2,
			total: 3,
			absenceText: undefined,
			previous: { place: 1, ...ITEMS[0] },
			next: { place: 3, ...ITEMS[2] },
		});
		expect(findNeighbours(ITEMS, 7, 2)).toMatchObject({
			place: undefined,
			absenceText: 'not among the first 3',
			previous: { place: 1 },
			next: { place: 2 },
		});
	});

	it('lead back to their own page of the list', () => {
		const from = createTickerState(DEFAULT_STATE, { order: 10 });
		const neighbour = createNeighbourState(from, { place: 11, ticker_id: 11, ticker: 'T11' });
		expect([neighbour.order, neighbour.name, neighbour.list.page]).toEqual([11, 'T11', 2]);
		expect(createNeighbourState(from, { place: 20, ticker_id: 20, ticker: 'T20' }).list.page).toBe(2);
	});
});
