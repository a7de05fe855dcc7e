import { describe, expect, it } from 'vitest';
import { createFilterSetting } from '../../testing/filters.ts';
import { filterDirectionOf } from './leaning.ts';

const saved = [
	createFilterSetting({
		orientation: [
			{ timeframe: 'one_hour', operation: 'long' },
			{ timeframe: 'day', operation: 'short' },
		],
	}),
	createFilterSetting({ id: 8 }),
];

const NONE = { filter: undefined, unsaved: undefined };

describe('the direction of a list with a filter', () => {
	it('is where its conditions on calls and puts lean on the active timeframe', () => {
		expect(filterDirectionOf(saved, { ...NONE, filter: 7, timeframe: 'one_hour' })).toBe('long');
		expect(filterDirectionOf(saved, { ...NONE, filter: 7, timeframe: 'day' })).toBe('short');
	});

	it('is the same where the address holds the filter', () => {
		const conditions = { name: '', entries: [{ sector: 'call_without_put_long', timeframe: 'day', value: 2 }] } as const;
		expect(filterDirectionOf(saved, { filter: undefined, unsaved: conditions, timeframe: 'day' })).toBe('long');
		expect(filterDirectionOf(saved, { filter: undefined, unsaved: conditions, timeframe: 'one_hour' })).toBeUndefined();
	});

	it('is the list’s own where the filter has no such condition there, or is not known', () => {
		for (const [filter, timeframe] of [
			[7, 'four_hours'],
			[8, 'one_hour'],
			[9, 'one_hour'],
			[undefined, 'one_hour'],
		] as const)
			expect(filterDirectionOf(saved, { ...NONE, filter, timeframe })).toBeUndefined();
	});
});
