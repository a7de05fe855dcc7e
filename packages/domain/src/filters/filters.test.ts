import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesConditions } from '../signals/definition/in-tab.ts';
import { SECTORS, TABS, type Tab } from '../signals/sector.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { BUILT_IN_FILTERS } from './built-in-filters.ts';
import { type FilterEntry, formatCondition, normalizeEntries, toConditions } from './entries.ts';
import { FILTER_COMMENT_LENGTH, FILTER_NAME_LENGTH, filterNameKey, normalizeName } from './filter-name.ts';
import { EVERYWHERE, type FrozenEntry, groupFreezes, hiddenIds, isEverywhere, nextThaw, selectActiveFreezes } from './frozen.ts';

const entry = fc.record({
	sector: fc.constantFrom(...SECTORS.map((s) => s.key)),
	timeframe: fc.constantFrom(...TIMEFRAMES.map((t) => t.name)),
	value: fc.integer({ min: 0, max: 5 }),
});

describe('entries of a filter', () => {
	it('lose what asks for nothing and what a stricter one says too', () => {
		const entries: FilterEntry[] = [
			{ sector: 'volume', timeframe: 'day', value: 1 },
			{ sector: 'volume', timeframe: 'one_hour', value: 0 },
			{ sector: 'price_short', timeframe: 'day', value: 2 },
			{ sector: 'volume', timeframe: 'day', value: 3 },
		];
		expect(normalizeEntries(entries)).toEqual([
			{ sector: 'price_short', timeframe: 'day', value: 2 },
			{ sector: 'volume', timeframe: 'day', value: 3 },
		]);
	});

	it('match the same tickers after tidying, whatever their order', () => {
		fc.assert(
			fc.property(
				fc.array(entry, { maxLength: 12 }),
				fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 30, maxLength: 30 }),
				(entries, depths) => {
					const depthAt = (c: { sector: string; timeframe: number }): number =>
						depths[SECTORS.findIndex((s) => s.key === c.sector) * 5 + c.timeframe]!;
					const tidy = normalizeEntries(entries);
					expect(matchesConditions(toConditions(tidy), depthAt)).toBe(matchesConditions(toConditions(entries), depthAt));
					expect(normalizeEntries(tidy)).toEqual(tidy);
					expect(normalizeEntries([...entries].reverse())).toEqual(tidy);
				},
			),
		);
	});
});

describe('names of filters', () => {
	it('differ by more than case and spaces', () => {
		expect(normalizeName('  My \t filter ')).toBe('My filter');
		expect(filterNameKey(' MY  Filter')).toBe(filterNameKey('my filter'));
		expect(filterNameKey('ﬁlter')).toBe('filter');
		expect(filterNameKey('filter 1')).not.toBe(filterNameKey('filter 2'));
		expect([FILTER_NAME_LENGTH, FILTER_COMMENT_LENGTH]).toEqual([100, 2_000]);
	});
});

describe('built-in filters', () => {
	it('are one for each tab, tidy, with names that differ', () => {
		expect(BUILT_IN_FILTERS.map((f) => f.tab)).toEqual(TABS.map((t) => t.name));
		expect(new Set(BUILT_IN_FILTERS.map((f) => filterNameKey(f.name))).size).toBe(BUILT_IN_FILTERS.length);
		for (const { entries } of BUILT_IN_FILTERS) expect(normalizeEntries(entries)).toEqual(entries);
	});

	it('match their comments: a move of depth 2 with volume, or busy options', () => {
		expect(BUILT_IN_FILTERS.map(({ name, entries }) => [name, ...entries.map(formatCondition)])).toEqual([
			['Rise with volume', 'price_short.one_hour.2', 'volume.one_hour.1'],
			['Fall with volume', 'price_long.one_hour.2', 'volume.one_hour.1'],
			['Busy options', 'call_with_put.one_hour.2', 'volume.one_hour.1'],
			['Quiet with busy options', 'call_with_put.one_hour.1'],
		]);
		expect(BUILT_IN_FILTERS.map(({ strategy }) => strategy)).toEqual(['first', 'first', 'first', 'first']);
	});

	it('never ask the quiet tab for a moved price', () => {
		const quiet = BUILT_IN_FILTERS.find((f) => f.tab === 'coiled_spring');
		expect(quiet?.entries.some((e) => e.sector.startsWith('price'))).toBe(false);
	});
});

describe('frozen tickers', () => {
	const entries: FrozenEntry[] = [
		{ filterId: null, tab: null, tickerId: 30, reason: '', since: 0, until: null },
		{ filterId: 7, tab: null, tickerId: 10, reason: 'too thin', since: 0, until: 100 },
		{ filterId: 7, tab: null, tickerId: 20, reason: '', since: 0, until: null },
		{ filterId: 8, tab: null, tickerId: 20, reason: '', since: 0, until: 50 },
		{ filterId: null, tab: 'free', tickerId: 40, reason: '', since: 0, until: null },
	];
	const hidden = (filterId: number | null, tab: Tab = 'extreme_rise', now = 0) => [...hiddenIds(entries, { filterId, tab }, now)];

	it('hide under their filter, or everywhere', () => {
		expect(hidden(7)).toEqual([30, 10, 20]);
		expect(hidden(null)).toEqual([30]);
		expect(hidden(9)).toEqual([30]);
	});

	it('hide in their tab, with and without a filter, and in no other', () => {
		expect(hidden(null, 'free')).toEqual([30, 40]);
		expect(hidden(7, 'free')).toEqual([30, 10, 20, 40]);
		expect(hidden(null, 'extreme_fall')).toEqual([30]);
	});

	it('are everywhere where they are of no filter and of no tab', () => {
		expect([EVERYWHERE, { filterId: 7, tab: null }, { filterId: null, tab: 'free' as const }].map(isEverywhere)).toEqual([
			true,
			false,
			false,
		]);
		expect(hidden(8, 'free')).toEqual([30, 20, 40]);
		expect(selectActiveFreezes(entries, 50).map(({ tickerId }) => tickerId)).toEqual([30, 10, 20, 40]);
		expect(selectActiveFreezes(entries, 49)).toEqual(entries);
	});

	it('are in the map in the order of their numbers, each list with its own only', () => {
		const at = (filterId: number | null, tab: Tab | null, tickerId: number): FrozenEntry => ({
			filterId,
			tab,
			tickerId,
			reason: '',
			since: 0,
			until: null,
		});
		const many = [
			at(10, null, 5),
			at(9, null, 40),
			at(9, null, 7),
			at(9, null, 100),
			at(null, 'coiled_spring', 8),
			at(null, 'extreme_fall', 9),
			at(null, 'extreme_fall', 3),
			at(null, null, 60),
			at(null, null, 7),
		];
		expect(groupFreezes(many, 0)).toEqual({
			filters: [
				{ filter: 9, tickers: [7, 40, 100] },
				{ filter: 10, tickers: [5] },
			],
			tabs: [
				{ tab: 'extreme_fall', tickers: [3, 9] },
				{ tab: 'coiled_spring', tickers: [8] },
			],
			all: [7, 60],
			count: 8,
		});
		expect(groupFreezes([], 0)).toEqual({ filters: [], tabs: [], all: [], count: 0 });
	});

	it('unfreeze automatically at their end, not before', () => {
		expect(hidden(7, 'extreme_rise', 99)).toContain(10);
		expect(hidden(7, 'extreme_rise', 100)).not.toContain(10);
		expect([nextThaw(entries, 0), nextThaw(entries, 50), nextThaw(entries, 100)]).toEqual([50, 100, Number.POSITIVE_INFINITY]);
	});

	it('are counted once each in the map', () => {
		expect(groupFreezes(entries, 0)).toEqual({
			filters: [
				{ filter: 7, tickers: [10, 20] },
				{ filter: 8, tickers: [20] },
			],
			tabs: [{ tab: 'free', tickers: [40] }],
			all: [30],
			count: 4,
		});
		expect(groupFreezes(entries, 60).filters).toEqual([{ filter: 7, tickers: [10, 20] }]);
	});
});
