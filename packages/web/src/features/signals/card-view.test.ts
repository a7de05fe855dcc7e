import { describe, expect, it } from 'vitest';
import { readListState } from '../../entities/list-state/search.ts';
import type { Card } from '../../lib/api/types.ts';
import { cardView } from './card-view.ts';

const { state } = readListState({});

const card = (changes: Partial<Card> = {}): Card => ({
	ticker: 'AVLN',
	ticker_id: 7,
	name: 'Avalon Devices',
	tab_type: 'extreme_rise',
	operation: 'short',
	marketcap: 'mega_cap',
	capitalization: 312e9,
	price: 41.2,
	price_change: null,
	sparkline: [],
	weighted_sum: 96,
	favorite: false,
	date: '2026-11-20T16:45:00Z',
	algo: 'reverse',
	sectors: [
		{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] },
		{ key: 'volume', sector: 'volume', operation: null, intersections: [1, 2, 3] },
	],
	...changes,
});

describe('cardView', () => {
	it('words a card and keeps its wheel', () => {
		const view = cardView(card(), state);
		expect(view).toMatchObject({ id: 7, cap: '$312B', rate: 96, price: '$41.20', title: 'AVLN, candidate to fall, rate 96' });
		expect(view.sentence).toBe('AVLN, candidate to fall, rate 96: price depth 4 of 5 on 1h, volume 3.');
		expect(view.wheel.slices).toHaveLength(2);
		expect(view.change).toBeUndefined();
		expect(view.sparkline).toEqual([]);
	});

	it('takes a ticker that fell for no candidate to fall where the tab lists what went either way', () => {
		for (const tab_type of ['free', 'coiled_spring'] as const) {
			const view = cardView(card({ tab_type, price_change: -0.04 }), state);
			expect([view.operation, view.candidate, view.title]).toEqual(['short', 'rated for a fall', 'AVLN, rated for a fall, rate 96']);
		}
		expect(cardView(card({ operation: 'long' }), state).candidate).toBe('candidate to rise on');
	});

	it('points where the filter of the list leans', () => {
		const view = cardView(card(), state, 'long');
		expect([view.operation, view.title]).toEqual(['long', 'AVLN, candidate to rise, rate 96']);
	});

	it('shows the side of calls − puts that decided the direction', () => {
		const side = (operation: 'short' | 'long') => ({
			key: `call_without_put_${operation}` as const,
			sector: 'call_without_put' as const,
			operation,
			intersections: [1, 2, 3],
		});
		const both = card({ sectors: [side('short'), side('long')] });
		const keys = (leaning?: 'short' | 'long') => cardView(both, state, leaning).wheel.slices.map(({ key }) => key);
		expect([keys(), keys('short'), keys('long')]).toEqual([
			['call_without_put_short'],
			['call_without_put_short'],
			['call_without_put_long'],
		]);
	});

	it('says n/a for an unknown cap and shows a change and closes where they are known', () => {
		const view = cardView(card({ capitalization: null, price_change: -0.0123, sparkline: [1, 2] }), state);
		expect(view.cap).toBe('n/a');
		expect(view.change).toEqual({ text: '−1.23%', direction: 'down' });
		expect(view.sparkline).toEqual([1, 2]);
	});
});
