import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPERATIONS, SECTORS, TABS } from '../signals/sector.ts';
import { STRATEGIES, TIMEFRAMES } from '../time/timeframe.ts';
import { normalizeEntries } from './entries.ts';
import { FILTER_DOCUMENT_VERSION, FILTER_KEYS, readFilterAddress, writeFilterAddress } from './filter-address.ts';
import { FILTER_NAME_LENGTH } from './filter-name.ts';
import { type AddressedFilter, filterQuery, readFilterQuery } from './filter-query.ts';
import { normalizeConditions } from './groups.ts';
import { randomGroups } from './testing/random-groups.ts';

const entries = fc
	.array(
		fc.record({
			sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
			timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
			value: fc.integer({ min: 1, max: 5 }),
		}),
		{ maxLength: 30 },
	)
	.map(normalizeEntries);
const name = fc
	.string({ unit: 'grapheme', maxLength: FILTER_NAME_LENGTH })
	.map((text) => text.replaceAll('\0', '').slice(0, FILTER_NAME_LENGTH).toWellFormed().trim());
const filters = fc
	.record<AddressedFilter>({
		tab: fc.constantFrom(...TABS.map((tab) => tab.name)),
		strategy: fc.constantFrom(...STRATEGIES.map((strategy) => strategy.name)),
		operation: fc.option(fc.constantFrom(...OPERATIONS)),
		name,
		entries,
		groups: randomGroups({ ranges: true }),
	})
	.map((filter) => ({ ...filter, groups: undefined, ...normalizeConditions(filter) }))
	.filter((filter) => filter.name !== '' || filter.entries.length > 0);

function opened(query: Record<string, string>): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(new URLSearchParams(query).toString()));
}

describe('a filter in an address', () => {
	it('comes back as it was written, through the text of an address', () => {
		fc.assert(
			fc.property(filters, (filter) => {
				expect(readFilterQuery(opened(filterQuery(filter)))).toEqual({ filter });
			}),
		);
	});

	it('is as it reads: the list, its name and its conditions', () => {
		const filter = {
			tab: 'free',
			strategy: 'second',
			operation: null,
			name: 'Deep, wide',
			entries: normalizeEntries([
				{ sector: 'volume', timeframe: 'one_hour', value: 3 },
				{ sector: 'price_short', timeframe: 'day', value: 2 },
			]),
		} as const;
		expect(filterQuery(filter)).toEqual({
			tabType: 'free',
			strategyTimeframe: 'second',
			'filter.name': 'Deep, wide',
			'filter.conditions': 'price_short.day.2,volume.one_hour.3',
		});
	});

	it('never throws, whatever an address holds, and writes what it reads', () => {
		const value = fc.oneof(
			fc.string(),
			fc.string({ unit: 'binary' }),
			fc.array(fc.string()),
			fc.constantFrom('1', '2', 'volume.day.1', ','),
		);
		const keys = fc.constantFrom(...FILTER_KEYS, 'tabType', 'strategyTimeframe', 'operation');
		fc.assert(
			fc.property(fc.dictionary(keys, value), (query) => {
				const { unsaved, error } = readFilterAddress(query);
				expect(unsaved === undefined || error === undefined).toBe(true);
				if (unsaved) expect(readFilterAddress(writeFilterAddress(unsaved)).unsaved ?? { name: '', entries: [] }).toEqual(unsaved);
				const whole = readFilterQuery(query);
				if ('filter' in whole && unsaved) expect(whole.filter).toMatchObject(unsaved);
			}),
		);
	});

	it('of a newer version is reported and not read in part', () => {
		const query = { 'filter.version': String(FILTER_DOCUMENT_VERSION + 1), 'filter.conditions': 'volume.one_hour.3' };
		expect(readFilterAddress(query)).toEqual({ error: expect.stringMatching(/format version 3; the newest supported version is 2/) });
		expect(readFilterQuery(query)).toEqual(readFilterAddress(query));
		expect(readFilterAddress({ ...query, 'filter.version': '1' }).unsaved?.entries).toHaveLength(1);
	});

	it.each([
		[{ 'filter.conditions': 'volume.one_hour.3,moon.one_hour.1' }, /“moon\.one_hour\.1” is not a condition/],
		[{ 'filter.conditions': 'volume.one_hour.6' }, /is not a condition/],
		[{ 'filter.version': '1.5', 'filter.name': 'A' }, /invalid version/],
		[{ 'filter.version': ['1', '2'], 'filter.name': 'A' }, /invalid version/],
		[{ 'filter.name': 'x'.repeat(FILTER_NAME_LENGTH + 1) }, /invalid name/],
		[{ 'filter.name': '\0' }, /invalid name/],
	])('that is broken says how: %j', (query, fault) => {
		expect(readFilterAddress(query)).toEqual({ error: expect.stringMatching(fault) });
	});

	it('shows sixty letters of what is broken in it', () => {
		const shown = (length: number) =>
			/“(x*)”/.exec(readFilterAddress({ 'filter.conditions': 'x'.repeat(length) }).error ?? '')?.[1]?.length;
		expect([59, 60, 61, 500].map(shown)).toEqual([59, 60, 60, 60]);
	});

	it('has a name of a hundred letters at most, without spaces at its ends', () => {
		const name = (text: string) => readFilterAddress({ 'filter.name': text }).unsaved?.name;
		expect([name(` ${'x'.repeat(100)} `), name('x'.repeat(101)), name(' a b ')]).toEqual(['x'.repeat(100), undefined, 'a b']);
		expect(readFilterAddress({ 'filter.name': '\ud800' }).error).toMatch(/invalid name/);
	});

	it.each([
		[{}, /contains no filter/],
		[{ tabType: 'moon', 'filter.name': 'A' }, /unknown tab/],
		[{ strategyTimeframe: 'fifth', 'filter.name': 'A' }, /unknown timeframe/],
		[{ operation: 'buy', 'filter.name': 'A' }, /unknown direction/],
	])('is none without a list that is known: %j', (query, fault) => {
		expect(readFilterQuery(query)).toEqual({ error: expect.stringMatching(fault) });
	});

	it('has the list of a plain URL by default, and one condition for each cell', () => {
		expect(readFilterQuery({ 'filter.conditions': ['volume.day.1', 'volume.day.4,,'] })).toEqual({
			filter: {
				tab: 'extreme_rise',
				strategy: 'first',
				operation: null,
				name: '',
				entries: [{ sector: 'volume', timeframe: 'day', value: 4 }],
			},
		});
	});
});
