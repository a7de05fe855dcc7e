import { SECTORS } from '@sw/domain/signals/sector';
import { describe, expect, it } from 'vitest';
import { listParameters, pageParameters } from './settings.ts';
import { DEFAULT_STATE, onlyFavorites, withChoice } from './state.ts';

const ALL_SIX = SECTORS.map(({ key }) => key);

describe('what a list asks for', () => {
	it('is its tab, direction and timeframes, and nothing that was not chosen', () => {
		expect(listParameters(DEFAULT_STATE)).toEqual({
			tab_type: 'extreme_rise',
			operation: 'short',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		});
	});

	it('names what was chosen, be it one of a kind', () => {
		const chosen = withChoice(DEFAULT_STATE, {
			marketcap: ['mid_cap'],
			pne: ['fifty'],
			information: 'known',
			sort: ['volume'],
			fresh: true,
		});
		expect(listParameters({ ...chosen, filter: 7, watchlist: 4 })).toEqual({
			tab_type: 'extreme_rise',
			operation: 'short',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filter: 7,
			watchlist: 4,
			marketcap: ['mid_cap'],
			pne: ['fifty'],
			information: 'known',
			new_leaders: true,
			sort_by: ['volume'],
		});
	});

	it('names the column of a table by which it is sorted, and the direction that is not the usual one', () => {
		const sorted = (choice: Parameters<typeof withChoice>[1]) => listParameters(withChoice(DEFAULT_STATE, choice));
		expect(sorted({ column: 'price', dir: 'asc' })).toMatchObject({ sort_column: 'price', sort_dir: 'asc' });
		expect(sorted({ column: 'price' })).toEqual({ ...listParameters(DEFAULT_STATE), sort_column: 'price' });
	});

	it('asks the conditions of a filter that its address holds, and nothing for a name alone', () => {
		const entries = [{ sector: 'volume', timeframe: 'one_hour', value: 3 }] as const;
		expect(listParameters({ ...DEFAULT_STATE, unsaved: { name: 'Deep', entries } }).conditions).toEqual(['volume.one_hour.3']);
		expect(listParameters({ ...DEFAULT_STATE, unsaved: { name: 'Deep', entries: [] } })).not.toHaveProperty('conditions');
	});

	it('sorts by sectors only when fewer than six are chosen', () => {
		expect(listParameters(withChoice(DEFAULT_STATE, { sort: ALL_SIX }))).not.toHaveProperty('sort_by');
		expect(listParameters(withChoice(DEFAULT_STATE, { sort: ['volume'], dir: 'asc' }))).toMatchObject({
			sort_by: ['volume'],
			sort_dir: 'asc',
			operation: 'short',
		});
	});

	it.each([
		[false, false, undefined],
		[true, true, undefined],
		[true, false, true],
		[false, true, false],
	])('favourites %s and dislikes %s ask for %s', (favorite, dislike, only) => {
		expect(onlyFavorites({ favorite, dislike })).toBe(only);
		const list = only === undefined ? undefined : only ? 'favorites' : 'black_list';
		expect(listParameters(withChoice(DEFAULT_STATE, { favorite, dislike })).list_type).toBe(list);
	});

	it('names the ticker type where it is not the default of the list', () => {
		const favourites = withChoice(DEFAULT_STATE, { favorite: true });
		expect(listParameters({ ...DEFAULT_STATE, tickerType: 'etf' }).ticker_type).toBe('etf');
		expect(listParameters({ ...favourites, tickerType: 'stocks' }).ticker_type).toBe('stocks');
		for (const state of [DEFAULT_STATE, favourites]) expect(listParameters(state).ticker_type).toBeUndefined();
	});

	it('comes in pages of ten', () => {
		expect(pageParameters(DEFAULT_STATE)).toEqual({ skip: 0, max: 10 });
		expect(pageParameters({ ...DEFAULT_STATE, page: 4 })).toEqual({ skip: 30, max: 10 });
		expect(pageParameters({ ...DEFAULT_STATE, view: 'table', rows: 50, page: 4 })).toEqual({ skip: 150, max: 50 });
	});
});
