import type { Card } from '../lib/api/types.ts';

/** A card of the extreme-rise tab, with optional differences. */
export function createCard(ticker: string, ticker_id: number, overrides: Partial<Card> = {}): Card {
	return {
		ticker,
		ticker_id,
		name: ticker,
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
		date: '2026-06-30T15:45:00Z',
		algo: 'reverse',
		information: { state: 'unknown', look_back: 'previous_close', filing: null },
		sectors: [{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] }],
		...overrides,
	};
}
