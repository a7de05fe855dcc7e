import { INFORMATION_CHOICES, type InformationChoice } from '@sw/domain/filings/information-choice';
import { FILTER_KEYS, readFilterAddress, writeFilterAddress } from '@sw/domain/filters/filter-address';
import { CAP_BUCKETS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { LIST_TICKER_TYPES, type ListTickerType } from '@sw/domain/prices/ticker';
import { LIST_VIEWS, SORT_COLUMNS, type SortColumn, TABLE_COLUMNS, TABLE_ROWS } from '@sw/domain/reports/list/list-columns';
import { OPERATIONS, SECTORS, TABS, tabOperation } from '@sw/domain/signals/sector';
import { parseTimeframe, STRATEGIES } from '@sw/domain/time/timeframe';
import type { LinkProps } from '@tanstack/react-router';
import { createQueryReader, type InvalidValue, readInstant, readInteger, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { DEFAULT_COLUMNS, DEFAULT_STATE, type ListState, normalizeSort } from './state.ts';
import { filterAddressWords } from './words.ts';

export const LIST_KEYS = [
	'tabType',
	'operation',
	'strategyTimeframe',
	'timeframe',
	'filterId',
	...FILTER_KEYS,
	'filters.marketcap',
	'filters.pne',
	'filters.information',
	'filters.sort',
	'filters.column',
	'filters.dir',
	'filters.favorite',
	'filters.dislike',
	'filters.fresh',
	'report',
	'version',
	'page',
	'view',
	'rows',
	'columns',
	'isFilterSettingsList',
	'counts',
	'tickerType',
	'watchlist',
] as const;

export type ListSearch = { [K in (typeof LIST_KEYS)[number]]?: string | string[] };

/** Returns the query parameters of a list, not yet validated. Others, such as utm_source, are dropped. */
export function pickListSearch(search: Record<string, unknown>): ListSearch {
	return pickKeys(search, LIST_KEYS);
}

const MAX_ID = 2_147_483_647;
const MAX_PAGE = 9_999;

export const SECTOR_KEYS = SECTORS.map(({ key }) => key);
export const CHOOSABLE_CAPS = CAP_BUCKETS.filter((cap) => cap !== 'all');

/** Parses the query. Invalid values become defaults and are listed in `refused`. */
export function readListState(search: ListSearch): { state: ListState; refused: InvalidValue[] } {
	const reader = createQueryReader(search);
	const tab = reader.one('tabType', readOneOf(namesOf(TABS)), DEFAULT_STATE.tab);
	const column = reader.one<SortColumn | undefined>('filters.column', readOneOf(SORT_COLUMNS), undefined);
	const columns = reader.ordered('columns', TABLE_COLUMNS);
	const { unsaved, error } = readFilterAddress(search);
	const state: ListState = {
		tab,
		operation: reader.one('operation', readOneOf(OPERATIONS), tabOperation(tab)),
		strategy: reader.one('strategyTimeframe', readOneOf(namesOf(STRATEGIES)), DEFAULT_STATE.strategy),
		timeframe: reader.one('timeframe', (value) => parseTimeframe(String(value)), DEFAULT_STATE.timeframe),
		filter: reader.one<number | undefined>('filterId', readInteger(1, MAX_ID), undefined),
		unsaved,
		choice: {
			marketcap: reader.many('filters.marketcap', CHOOSABLE_CAPS),
			pne: reader.many('filters.pne', namesOf(MENTION_BUCKETS)),
			information: reader.one<InformationChoice | undefined>('filters.information', readOneOf(INFORMATION_CHOICES), undefined),
			sort: column === undefined ? normalizeSort(reader.many('filters.sort', SECTOR_KEYS)) : [],
			column,
			dir: reader.one('filters.dir', readOneOf(['desc', 'asc']), 'desc'),
			favorite: reader.flag('filters.favorite'),
			dislike: reader.flag('filters.dislike'),
			fresh: reader.flag('filters.fresh'),
		},
		tickerType: reader.one<ListTickerType | undefined>('tickerType', readOneOf(LIST_TICKER_TYPES), undefined),
		watchlist: reader.one<number | undefined>('watchlist', readInteger(1, MAX_ID), undefined),
		report: reader.one<string | undefined>('report', readInstant, undefined),
		version: reader.one<number | undefined>('version', readInteger(1, MAX_PAGE), undefined),
		page: reader.one('page', readInteger(1, MAX_PAGE), 1),
		view: reader.one('view', readOneOf(LIST_VIEWS), DEFAULT_STATE.view),
		rows: reader.one('rows', (value) => TABLE_ROWS.find((rows) => rows === value), DEFAULT_STATE.rows),
		columns: columns.length > 0 ? columns : DEFAULT_COLUMNS,
		fromFilters: reader.flag('isFilterSettingsList'),
		counts: reader.flag('counts'),
	};
	const hasBothFilters = unsaved !== undefined && state.filter !== undefined;
	const reason = hasBothFilters ? filterAddressWords.both : error;
	if (reason !== undefined) reader.invalid.push({ key: 'filter', value: '', reason: filterAddressWords.without(reason) });
	return { state: hasBothFilters ? { ...state, unsaved: undefined } : state, refused: reader.invalid };
}

function namesOf<T extends string>(list: readonly { name: T }[]): readonly T[] {
	return list.map(({ name }) => name);
}

/** Converts a state to query parameters without default values. Each state has exactly one URL. */
export function writeListState({ choice, ...state }: ListState): ListSearch {
	return {
		...toDotted({
			tabType: omitDefault(state.tab, DEFAULT_STATE.tab),
			operation: omitDefault(state.operation, tabOperation(state.tab)),
			strategyTimeframe: omitDefault(state.strategy, DEFAULT_STATE.strategy),
			timeframe: omitDefault(state.timeframe, DEFAULT_STATE.timeframe),
			filterId: state.filter,
			filters: {
				marketcap: choice.marketcap,
				pne: choice.pne,
				information: choice.information,
				sort: choice.sort,
				column: choice.column,
				dir: omitDefault(choice.dir, 'desc'),
				favorite: choice.favorite || undefined,
				dislike: choice.dislike || undefined,
				fresh: choice.fresh || undefined,
			},
			tickerType: state.tickerType,
			watchlist: state.watchlist,
			report: state.report,
			version: state.version,
			page: omitDefault(state.page, 1),
			view: omitDefault(state.view, DEFAULT_STATE.view),
			rows: omitDefault(state.rows, DEFAULT_STATE.rows),
			columns: omitDefault(state.columns.join(), DEFAULT_COLUMNS.join()),
			isFilterSettingsList: state.fromFilters || undefined,
			counts: state.counts || undefined,
		}),
		// Not written by `toDotted`, because a filter's name can contain commas.
		...(state.unsaved ? writeFilterAddress(state.unsaved) : {}),
	};
}

function omitDefault<T>(value: T, fallback: T): T | undefined {
	return value === fallback ? undefined : value;
}

/** Pages with a ranked list. */
export type ListHome = '/' | '/main' | '/reports' | '/favourites';

/** Returns the link to a list. On report pages, the path contains the report. */
export function listLink(home: ListHome, state: ListState): LinkProps {
	if (home !== '/reports' || state.report === undefined) return { to: home, search: writeListState(state) };
	return { to: '/reports/$report', params: { report: state.report }, search: writeListState({ ...state, report: undefined }) };
}
