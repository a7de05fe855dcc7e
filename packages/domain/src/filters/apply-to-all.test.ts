import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, SECTORS, TABS } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { type AppliedValues, applyToAll } from './apply-to-all.ts';
import type { FilterEntry } from './entries.ts';
import { hasSameConditions } from './filter-record.ts';

const NOTHING: AppliedValues = { timeframe: undefined, price: undefined, difference: undefined };

function entry(sector: FilterEntry['sector'], timeframe: FilterEntry['timeframe'], value: number): FilterEntry {
	return {
		sector,
		timeframe,
		value,
	};
}

const filters = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	strategy: fc.constant('first' as const),
	operation: fc.option(fc.constantFrom(...OPERATIONS)),
	entries: fc.array(
		fc.record({
			sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
			timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
			value: fc.integer({ min: 1, max: 5 }),
		}),
	),
});
const choices = fc.record({
	timeframe: fc.option(fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)), { nil: undefined }),
	price: fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
	difference: fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
});

describe('what is applied to all filters', () => {
	it('puts every condition on the timeframe and the sides that were chosen; of two that meet the stricter stays', () => {
		const before = {
			tab: 'free' as const,
			operation: null,
			entries: [entry('price_short', 'one_hour', 2), entry('price_long', 'four_hours', 3), entry('call_without_put_short', 'day', 1)],
		};
		expect(applyToAll(before, { timeframe: 'one_hour', price: 'long', difference: 'long' })).toEqual({
			tab: 'free',
			operation: 'long',
			entries: [entry('price_long', 'one_hour', 3), entry('call_without_put_long', 'one_hour', 1)],
		});
	});

	it('leaves the price of a tab of extremes on its own side: nothing of the other is in it', () => {
		const before = { tab: 'extreme_rise' as const, operation: null, entries: [entry('price_short', 'one_hour', 2)] };
		expect(applyToAll(before, { ...NOTHING, price: 'long' })).toEqual(before);
		expect(applyToAll(before, { ...NOTHING, difference: 'long' })).toEqual({ ...before, operation: 'long' });
	});

	it.each([
		[
			'the price alone',
			{ price: 'long' },
			['price_long', 'price_long', 'call_without_put_short', 'call_without_put_long', 'volume'],
			'long',
		],
		[
			'the price alone',
			{ price: 'short' },
			['price_short', 'price_short', 'call_without_put_short', 'call_without_put_long', 'volume'],
			null,
		],
		[
			'the difference alone',
			{ difference: 'long' },
			['price_short', 'price_long', 'call_without_put_long', 'call_without_put_long', 'volume'],
			'long',
		],
		[
			'both, of which the difference gives the direction',
			{ price: 'long', difference: 'short' },
			['price_long', 'price_long', 'call_without_put_short', 'call_without_put_short', 'volume'],
			null,
		],
		['nothing', {}, ['price_short', 'price_long', 'call_without_put_short', 'call_without_put_long', 'volume'], null],
	] as const)('turns the conditions of %s, and no others', (_, chosen, sectors, operation) => {
		const timeframes = TIMEFRAMES.map(({ name }) => name);
		const chosenSectors = ['price_short', 'price_long', 'call_without_put_short', 'call_without_put_long', 'volume'] as const;
		const before = {
			tab: 'free' as const,
			operation: null,
			entries: chosenSectors.map((sector, i) => entry(sector, timeframes[i] as 'day', i + 1)),
		};
		const { entries, ...after } = applyToAll(before, { ...NOTHING, ...chosen });
		expect(after).toEqual({ tab: 'free', operation });
		expect(entries.toSorted((a, b) => a.value - b.value)).toEqual(sectors.map((sector, i) => entry(sector, timeframes[i] as 'day', i + 1)));
	});

	it('says a direction only where the tab has another one', () => {
		const before = { tab: 'extreme_rise' as const, operation: null, entries: [] };
		expect(applyToAll(before, { ...NOTHING, difference: 'short' }).operation).toBeNull();
		expect(applyToAll({ ...before, operation: 'long' }, { ...NOTHING, difference: 'short' }).operation).toBe('short');
	});

	it('changes nothing a second time, and nothing at all where nothing was chosen', () => {
		fc.assert(
			fc.property(filters, choices, (filter, chosen) => {
				const once = applyToAll(filter, chosen);
				expect(applyToAll(once, chosen)).toEqual(once);
				expect(hasSameConditions(applyToAll(filter, NOTHING), filter)).toBe(true);
				if (chosen.timeframe) expect(once.entries.every(({ timeframe }) => timeframe === chosen.timeframe)).toBe(true);
			}),
		);
	});
});
