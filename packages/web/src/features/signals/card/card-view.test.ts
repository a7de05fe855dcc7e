import { describe, expect, it } from 'vitest';
import { readListState } from '../../../entities/list-state/search.ts';
import type { Card } from '../../../lib/api/types.ts';
import { createCardView } from './card-view.ts';

const { state } = readListState({});

function card(changes: Partial<Card> = {}): Card {
	return {
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
		rate_scale: { highest: 140, share: 0.0042 },
		favorite: false,
		date: '2026-11-20T16:45:00Z',
		algo: 'reverse',
		information: { state: 'unknown', look_back: 'previous_close', filing: null },
		sectors: [
			{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] },
			{ key: 'volume', sector: 'volume', operation: null, intersections: [1, 2, 3] },
		],
		...changes,
	};
}

describe('cardView', () => {
	it('words a card and keeps its wheel', () => {
		const view = createCardView(card(), state);
		expect(view).toMatchObject({
			id: 7,
			cap: '$312B',
			rate: 96,
			price: '$41.20',
			title: 'AVLN, candidate to fall back, rate 96 of 140, top 1 %',
		});
		expect(view.sentence).toBe(
			'AVLN, candidate to fall back, rate 96 of 140, top 1 %: Rose on 30m, 1h: depth 4 of 5; Volume busy on 1h: 3.',
		);
		expect(view.wheel.slices).toHaveLength(2);
		expect(view.change).toBeUndefined();
		expect(view.sparkline).toEqual([]);
	});

	it('has neither a direction nor its colour where the tab lists what went either way', () => {
		for (const tab_type of ['free', 'coiled_spring'] as const) {
			const view = createCardView(card({ tab_type, price_change: -0.04 }), state);
			expect([view.side, view.candidate]).toEqual([null, tab_type === 'free' ? 'listed as unusual' : 'candidate to break out']);
			expect(view.wheel.slices.map(({ tone }) => tone)).toEqual(['either', 'volume']);
		}
	});

	it('has the colour of what the list takes it for: a rise that may go on is not red', () => {
		const view = createCardView(card({ operation: 'long' }), state);
		expect([view.side, view.candidate, view.wheel.slices[0]?.tone]).toEqual(['long', 'candidate to rise further', 'long']);
	});

	it('points where the filter of the list leans', () => {
		const view = createCardView(card(), state, 'long');
		expect([view.side, view.title]).toEqual(['long', 'AVLN, candidate to rise further, rate 96 of 140, top 1 %']);
	});

	it('shows the side of calls − puts that decided the direction', () => {
		const side = (operation: 'short' | 'long') => ({
			key: `call_without_put_${operation}` as const,
			sector: 'call_without_put' as const,
			operation,
			intersections: [1, 2, 3],
		});
		const both = card({ sectors: [side('short'), side('long')] });
		const keys = (leaning?: 'short' | 'long') => createCardView(both, state, leaning).wheel.slices.map(({ key }) => key);
		expect([keys(), keys('short'), keys('long')]).toEqual([
			['call_without_put_short'],
			['call_without_put_short'],
			['call_without_put_long'],
		]);
	});

	it('says n/a for an unknown cap and shows a change and closes where they are known', () => {
		const view = createCardView(card({ capitalization: null, price_change: -0.0123, sparkline: [1, 2] }), state);
		expect(view.cap).toBe('n/a');
		expect(view.change).toEqual({ text: '−1.23%', direction: 'down' });
		expect(view.sparkline).toEqual([1, 2]);
	});
});
