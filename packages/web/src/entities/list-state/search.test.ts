import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { CAPS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { LIST_TICKER_TYPES } from '@sw/domain/prices/ticker';
import { LIST_VIEWS, SORT_COLUMNS, TABLE_COLUMNS, TABLE_ROWS } from '@sw/domain/reports/list/list-columns';
import { OPERATIONS, SECTORS, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { pickListSearch, readListState, writeListState } from './search.ts';
import {
	DEFAULT_STATE,
	type ListState,
	NO_CHOICE,
	normalizeSort,
	withChoice,
	withFilter,
	withOperation,
	withStrategy,
	withTab,
} from './state.ts';

function some<T extends string>(known: readonly T[]) {
	return fc.subarray([...known]).map((list) => known.filter((one) => list.includes(one)));
}

const report = fc
	.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2050-01-01T00:00:00Z'), noInvalidDate: true })
	.map((date) => `${date.toISOString().slice(0, 19)}Z`);

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;

const column = fc.option(fc.constantFrom(...SORT_COLUMNS), { nil: undefined });
const columns = fc.shuffledSubarray([...TABLE_COLUMNS], { minLength: 1 });

const states = fc
	.record<ListState>({
		tab: fc.constantFrom(...TABS.map((t) => t.name)),
		operation: fc.constantFrom(...OPERATIONS),
		strategy: fc.constantFrom(...STRATEGIES.map((s) => s.name)),
		timeframe: fc.constantFrom(...TIMEFRAMES.map((t) => t.name)),
		filter: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined }),
		unsaved: fc.option(
			fc
				.record({ name: fc.constantFrom('', 'Deep, wide', '01', 'true'), entries: fc.constantFrom([], [VOLUME]) })
				.filter(({ name, entries }) => name !== '' || entries.length > 0),
			{ nil: undefined },
		),
		choice: fc
			.record<ListState['choice']>({
				column,
				marketcap: some(CAPS.map((c) => c.name).filter((name) => name !== 'all')),
				pne: some(MENTION_BUCKETS.map((b) => b.name)),
				information: fc.option(fc.constantFrom(...INFORMATION_CHOICES), { nil: undefined }),
				sort: some(SECTORS.map((s) => s.key)).map(normalizeSort),
				dir: fc.constantFrom('asc' as const, 'desc' as const),
				favorite: fc.boolean(),
				dislike: fc.boolean(),
				fresh: fc.boolean(),
			})
			.map((choice) => (choice.column === undefined ? choice : { ...choice, sort: [] })),
		tickerType: fc.option(fc.constantFrom(...LIST_TICKER_TYPES), { nil: undefined }),
		watchlist: fc.option(fc.integer({ min: 1, max: 1_000 }), { nil: undefined }),
		report: fc.option(report, { nil: undefined }),
		version: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
		page: fc.integer({ min: 1, max: 9_999 }),
		view: fc.constantFrom(...LIST_VIEWS),
		rows: fc.constantFrom(...TABLE_ROWS),
		columns,
		fromFilters: fc.boolean(),
		counts: fc.boolean(),
	})
	.map((state) => (state.filter === undefined ? state : { ...state, unsaved: undefined }));

function read(url: string) {
	return readListState(pickListSearch(parseSearch(url)));
}

describe('the list in the address', () => {
	it('comes back exactly as it was written', () => {
		fc.assert(
			fc.property(states, (state) => {
				expect(read(stringifySearch(writeListState(state)))).toEqual({ state, refused: [] });
			}),
		);
	});

	it('is empty for the defaults', () => {
		expect(writeListState(DEFAULT_STATE)).toEqual({});
		expect(writeListState(withTab(DEFAULT_STATE, 'extreme_fall'))).toEqual({ tabType: 'extreme_fall' });
		expect(read('').state).toEqual(DEFAULT_STATE);
	});

	it('begins with extreme rise on one hour', () => {
		expect(read('').state).toMatchObject({ tab: 'extreme_rise', operation: 'short', timeframe: 'one_hour', strategy: 'first', page: 1 });
	});

	it('is readable: dotted keys and comma lists', () => {
		const state = withChoice(DEFAULT_STATE, { marketcap: ['mega_cap', 'mid_cap'], favorite: true });
		expect(stringifySearch(writeListState(state))).toBe('?filters.marketcap=mega_cap,mid_cap&filters.favorite=true');
	});

	it('reads timeframes by name or code', () => {
		expect(read('?timeframe=240').state.timeframe).toBe('four_hours');
		expect(read('?timeframe=day').state.timeframe).toBe('day');
	});

	it('reports what it may not hold and shows the default instead', () => {
		const { state, refused } = read(
			'?tabType=moon&operation=buy&strategyTimeframe=fourth&page=two&filters.pne=fifty,seventy&report=yesterday&filterId=x',
		);
		expect(state).toEqual({ ...DEFAULT_STATE, choice: { ...NO_CHOICE, pne: ['fifty'] } });
		expect(refused).toEqual([
			{ key: 'tabType', value: 'moon' },
			{ key: 'operation', value: 'buy' },
			{ key: 'strategyTimeframe', value: 'fourth' },
			{ key: 'filterId', value: 'x' },
			{ key: 'filters.pne', value: 'fifty,seventy' },
			{ key: 'report', value: 'yesterday' },
			{ key: 'page', value: 'two' },
		]);
	});

	it.each(['0', '-1', '1.5', '01', 'two', '99999'])('refuses page %s', (page) => {
		expect(read(`?page=${page}`).refused).toEqual([{ key: 'page', value: page }]);
	});

	it.each([
		['page', 9_999],
		['version', 9_999],
		['filterId', 2_147_483_647],
	])('takes %s from 1 to its last, and refuses what lies beyond', (key, last) => {
		for (const value of [1, last]) expect(read(`?${key}=${value}`).refused).toEqual([]);
		for (const value of [0, last + 1]) expect(read(`?${key}=${value}`).refused).toEqual([{ key, value: String(value) }]);
	});

	it('knows the default ticker type, stocks, and the others', () => {
		expect(read('').state.tickerType).toBeUndefined();
		for (const type of LIST_TICKER_TYPES) {
			const { state, refused } = read(`?tickerType=${type}`);
			expect([state.tickerType, refused]).toEqual([type, []]);
			expect(writeListState(state).tickerType).toBe(type);
		}
		expect(read('?tickerType=crypto').refused).toEqual([{ key: 'tickerType', value: 'crypto' }]);
	});

	it('reads a sort by all six sectors as none, which is the same list', () => {
		expect(read(`?filters.sort=${SECTORS.map((s) => s.key).join()}`)).toEqual({ state: DEFAULT_STATE, refused: [] });
	});

	it('holds an unsaved filter, in words', () => {
		const state = { ...DEFAULT_STATE, unsaved: { name: 'Deep, wide', entries: [VOLUME] } };
		expect(stringifySearch(writeListState(state))).toBe('?filter.name=Deep,+wide&filter.conditions=volume.one_hour.3');
		for (const left of [withTab(state, 'free'), withStrategy(state, 'third'), withFilter(state, 7), withFilter(state, undefined)])
			expect(left.unsaved).toBeUndefined();
	});

	it.each([
		['filter.version=3&filter.conditions=volume.one_hour.3', /newest supported version is 2\. .* The list is shown without it\.$/],
		['filter.conditions=volume.one_hour.3,moon', /“moon” is not a condition .* The list is shown without it\.$/],
	])('takes no part of a filter that it does not understand, says so, and shows the rest: %s', (query, reason) => {
		expect(read(`?tabType=free&page=2&${query}`)).toEqual({
			state: { ...withTab(DEFAULT_STATE, 'free'), page: 2 },
			refused: [{ key: 'filter', value: '', reason: expect.stringMatching(reason) }],
		});
	});

	it('shows the saved filter where it names two', () => {
		const { state, refused } = read('?filterId=7&filter.conditions=volume.one_hour.3');
		expect([state.filter, state.unsaved, refused.length]).toEqual([7, undefined, 1]);
	});

	it('refuses a repeated key, ignores foreign keys and empty values', () => {
		expect(read('?tabType=free&tabType=free').refused).toEqual([{ key: 'tabType', value: 'free,free' }]);
		expect(read('?utm_source=mail&page=&filters.sort=')).toEqual({ state: DEFAULT_STATE, refused: [] });
	});
});

describe('another choice', () => {
	const busy: ListState = {
		...withChoice(DEFAULT_STATE, { marketcap: ['mega_cap'], sort: ['volume'] }),
		filter: 7,
		timeframe: 'four_hours',
		page: 3,
		report: '2026-06-30T15:45:00Z',
		watchlist: 4,
	};

	it('starts a tab with its own direction and nothing of the other tab but the timeframe, the report and the watchlist', () => {
		expect(withTab(busy, 'extreme_fall')).toEqual({
			...DEFAULT_STATE,
			tab: 'extreme_fall',
			operation: 'long',
			timeframe: 'four_hours',
			report: busy.report,
			watchlist: 4,
		});
	});

	it('turns the direction on the first page, and keeps the rest', () => {
		expect(withOperation(busy, 'long')).toEqual({ ...busy, operation: 'long', page: 1 });
	});

	it('leaves the filter of other timeframes behind', () => {
		expect(withStrategy(busy, 'third')).toMatchObject({ strategy: 'third', filter: undefined, page: 1, choice: busy.choice });
	});

	it('keeps the timeframe when filters are merged', () => {
		expect(withChoice(busy, { pne: ['fifty'] })).toMatchObject({ timeframe: 'four_hours', filter: 7, page: 1 });
	});
});
