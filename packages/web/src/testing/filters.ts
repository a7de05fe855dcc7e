import type { FilterList, FilterSetting } from '../entities/filters/saved-filters.ts';

/** A saved filter of the extreme-rise tab, with optional differences. */
export function createFilterSetting(overrides: Partial<FilterSetting> = {}): FilterSetting {
	return {
		id: 7,
		version: 1,
		name: 'Loud rises',
		tab: 'extreme_rise',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'price_short', timeframe: 'one_hour', value: 3 }],
		groups: [],
		operation: null,
		orientation: [],
		comment: '',
		is_branded: false,
		feed: false,
		limit: 1,
		black_list_count: 0,
		created: '2026-06-29T15:45:00Z',
		updated: '2026-06-29T15:45:00Z',
		conditions_since: '2026-06-29T15:45:00Z',
		record_begins: 'saved',
		...overrides,
	};
}

export function createFilterList(...items: readonly FilterSetting[]): FilterList {
	return {
		items: [...items],
		limit: items.filter((item) => !item.is_branded).length,
		allowed: 20,
		black_list_count: 0,
		total_count: items.length,
	};
}
