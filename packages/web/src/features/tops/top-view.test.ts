import { describe, expect, it } from 'vitest';
import type { TopTable, TopTickers } from '../../lib/api/types.ts';
import { mapClosesById, mapRowChartsById, toTopRows } from './top-view.ts';

function row(id: number, change: number): TopTable['items'][number] {
	return {
		ticker: `T${id}`,
		ticker_id: id,
		name: `Ticker ${id}`,
		price: 10,
		price_change: change,
		volume: 1_000,
		value: 4.4e9,
		time: '2026-11-20T16:45:00Z',
		marketcap: 'large_cap',
		capitalization: null,
	};
}

function table(...items: TopTable['items']): TopTable {
	return {
		category: 'gainers',
		interval: 'day',
		time: '2026-11-20T16:45:00Z',
		simulated: true,
		provider: 'Simulated market',
		total_count: items.length,
		items,
	};
}

describe('topRows', () => {
	it('keeps gainers below +900 % and losers down to -90 %', () => {
		expect(toTopRows(table(row(1, 9), row(2, 8.99)), 'gainers', new Map()).map((r) => r.id)).toEqual([2]);
		expect(toTopRows(table(row(1, -0.91), row(2, -0.9)), 'losers', new Map()).map((r) => r.id)).toEqual([2]);
		expect(toTopRows(table(row(1, 12)), 'active', new Map())).toHaveLength(1);
	});

	it('shows what a category ranks by, where that is not the change', () => {
		expect(toTopRows(table(row(1, 0.1)), 'active', new Map())[0]?.value).toBe('$4.4B');
		expect(toTopRows(table({ ...row(1, 0.1), value: 5.3 }), 'unusual_volume', new Map())[0]?.value).toBe('5.3×');
		expect(toTopRows(table(row(1, 0.1)), 'gainers', new Map())[0]?.value).toBeUndefined();
	});

	it('shows how far a price stands from the high or the low of the interval', () => {
		for (const category of ['high', 'low', 'deviation'] as const)
			expect(toTopRows(table({ ...row(1, 0.1), value: -0.0512 }), category, new Map())[0]?.value).toBe('−5.12%');
	});

	it('says beside the wheel what the report takes a ticker for, that it is none, or that it was not measured', () => {
		const sectors: TopTickers['items'][number]['sectors'] = [
			{ key: 'price_short', sector: 'price', operation: 'short', intersections: [3, 4, 4] },
		];
		const beside = mapRowChartsById([
			{ ticker: 'A', ticker_id: 1, closes: [1, 2], sectors, signal: { tab_type: 'extreme_rise', operation: 'short', rate: 96 } },
			{ ticker: 'B', ticker_id: 2, closes: [], sectors, signal: null },
			{ ticker: 'C', ticker_id: 3, closes: [], sectors: [], signal: null },
		]);
		const rows = toTopRows(table(row(1, 0.1), row(2, 0.1), row(3, 0.1), row(4, 0.1)), 'gainers', beside);
		expect(rows.map(({ candidate, none }) => candidate ?? none)).toEqual([
			{ words: 'candidate to fall back', arrow: '↘', rate: 96 },
			'–',
			'n/a',
			undefined,
		]);
		expect(rows.map(({ wheel }) => wheel?.slices.length)).toEqual([1, 1, undefined, undefined]);
		expect(rows.map(({ wheel }) => wheel?.rings.length)).toEqual([3, 3, undefined, undefined]);
	});

	it('finds the closes of its tickers', () => {
		const closes = mapClosesById([{ ticker_id: 1, closes: [1, 2] }]);
		expect(toTopRows(table(row(1, 0.1), row(2, 0.1)), 'gainers', closes).map((r) => r.closes)).toEqual([[1, 2], []]);
		expect(mapClosesById(undefined).size).toBe(0);
	});
});
