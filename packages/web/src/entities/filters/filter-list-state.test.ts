import { describe, expect, it } from 'vitest';
import { createFilterSetting } from '../../testing/filters.ts';
import { activeTimeframe, listStateOf } from './filter-list-state.ts';

describe('the list that a saved filter is', () => {
	it('opens with the timeframe on which most of its conditions stand', () => {
		expect(activeTimeframe(createFilterSetting())).toBe('one_hour');
		expect(activeTimeframe(createFilterSetting({ filters: [] }))).toBe('one_hour');
		const mixed = createFilterSetting({
			filters: [
				{ sector: 'volume', timeframe: 'day', value: 1 },
				{ sector: 'price_short', timeframe: 'day', value: 1 },
				{ sector: 'price_short', timeframe: 'one_hour', value: 1 },
			],
		});
		expect(listStateOf(mixed)).toMatchObject({ filter: 7, timeframe: 'day', tab: 'extreme_rise', operation: 'short' });
	});
});
