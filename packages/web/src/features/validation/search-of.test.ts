import { describe, expect, it } from 'vitest';
import { signalSearchLink } from './search-of.ts';

const QUESTION = {
	tab: 'extreme_rise',
	timeframes: ['thirty_minutes', 'one_hour', 'four_hours'],
	filters: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }],
	sector_types: ['price_short', 'call_with_put', 'volume', 'call_without_put_short'],
} satisfies Parameters<typeof signalSearchLink>[0];

describe('the search for what a validation measured', () => {
	it('states its tab, timeframes and conditions; sectors only where they are not the tab’s own', () => {
		const { search } = signalSearchLink(QUESTION);
		expect(search).toMatchObject({ tab: 'extreme_rise', conditions: 'volume.one_hour.2' });
		expect(signalSearchLink({ ...QUESTION, filters: [], sector_types: ['volume', 'price_long'] }).search).toMatchObject({
			sectors: 'volume,price_long',
		});
		expect(signalSearchLink({ ...QUESTION, filters: [] }).search).not.toHaveProperty('conditions');
	});
});
