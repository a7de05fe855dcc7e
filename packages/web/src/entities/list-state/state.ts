import type { InformationChoice } from '@sw/domain/filings/information-choice';
import type { AddressedConditions } from '@sw/domain/filters/filter-address';
import type { CapBucket, MentionBucket } from '@sw/domain/prices/buckets';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import { type ListView, type SortColumn, TABLE_COLUMNS, type TableColumn, type TableRows } from '@sw/domain/reports/list/list-columns';
import { type Operation, SECTOR_COUNT, type SectorKey, TABS, type Tab, tabOperation } from '@sw/domain/signals/sector';
import type { StrategyName, Timeframe } from '@sw/domain/time/timeframe';

/** Filtering and order of a list, apart from a saved filter. */
export interface ListChoice {
	marketcap: readonly CapBucket[];
	/** Mention buckets, called P/E on screen. */
	pne: readonly MentionBucket[];
	/** Filter by public filings; undefined: all tickers. */
	information: InformationChoice | undefined;
	/** Sectors whose weighted sum sorts the list; none, or all six, means the plain rate. */
	sort: readonly SectorKey[];
	/** The column that sorts the list instead. */
	column: SortColumn | undefined;
	dir: 'desc' | 'asc';
	/** Only favourites, or only disliked (frozen) tickers; both on or both off is the plain list. */
	favorite: boolean;
	dislike: boolean;
	/** Only tickers that weren't in the previous report's list. */
	fresh: boolean;
}

/** The state of a list, stored in its URL. */
export interface ListState {
	tab: Tab;
	operation: Operation;
	strategy: StrategyName;
	/** The timeframe in the middle of the wheels. */
	timeframe: Timeframe;
	/** A saved filter. */
	filter: number | undefined;
	/** A filter stored in the URL itself, instead of a saved filter. */
	unsaved: AddressedConditions | undefined;
	choice: ListChoice;
	/** Types of the tickers in the list; undefined: the list's default (defaultTickerType). */
	tickerType: ListTickerType | undefined;
	/** Only the tickers of this watchlist. */
	watchlist: number | undefined;
	/** A past report by its time, 'YYYY-MM-DDTHH:mm:ssZ', and an older version of it. */
	report: string | undefined;
	version: number | undefined;
	/** From 1. */
	page: number;
	view: ListView;
	/** Rows per page. */
	rows: TableRows;
	/** Columns of a table, in the reader's order. */
	columns: readonly TableColumn[];
	/** Opened from the list of saved filters. */
	fromFilters: boolean;
	/** Whether each tab shows its number of tickers in this report. */
	counts: boolean;
}

/** Cards per page. */
export const PAGE_SIZE = 10;

/** Tickers per page, by layout. */
export function pageSize({ view, rows }: Pick<ListState, 'view' | 'rows'>): number {
	return view === 'table' ? rows : PAGE_SIZE;
}

/** Columns that are hidden by default: the price move repeats most of the change column, and the others are wide. */
const HIDDEN_COLUMNS: readonly TableColumn[] = ['move', 'dollars', 'filing'];
export const DEFAULT_COLUMNS: readonly TableColumn[] = TABLE_COLUMNS.filter((column) => !HIDDEN_COLUMNS.includes(column));

export const NO_CHOICE: ListChoice = {
	marketcap: [],
	pne: [],
	information: undefined,
	sort: [],
	column: undefined,
	dir: 'desc',
	favorite: false,
	dislike: false,
	fresh: false,
};

export const DEFAULT_STATE: ListState = {
	tab: TABS[0].name,
	operation: TABS[0].operation,
	strategy: 'first',
	timeframe: 'one_hour',
	filter: undefined,
	unsaved: undefined,
	choice: NO_CHOICE,
	tickerType: undefined,
	watchlist: undefined,
	report: undefined,
	version: undefined,
	page: 1,
	view: 'cards',
	rows: 25,
	columns: DEFAULT_COLUMNS,
	fromFilters: false,
	counts: false,
};

/**
 * Switches to another tab: its first page, its own direction and default columns, without the filter and choices of the previous tab. The rest
 * stays.
 */
export function withTab(state: ListState, tab: Tab): ListState {
	return {
		...state,
		tab,
		operation: tabOperation(tab),
		filter: undefined,
		unsaved: undefined,
		choice: NO_CHOICE,
		columns: DEFAULT_COLUMNS,
		page: 1,
		fromFilters: false,
	};
}

export function withOperation(state: ListState, operation: Operation): ListState {
	return { ...state, operation, page: 1 };
}

export function withPage(state: ListState, page: number): ListState {
	return { ...state, page };
}

export function withTimeframe(state: ListState, timeframe: Timeframe): ListState {
	return { ...state, timeframe };
}

/** Sets a saved filter, replacing any other, or none. */
export function withFilter(state: ListState, filter: number | undefined): ListState {
	return { ...state, filter, unsaved: undefined, page: 1 };
}

/** Switches the strategy and drops the filter, which is tied to the timeframes of its strategy. */
export function withStrategy(state: ListState, strategy: StrategyName): ListState {
	return { ...withFilter(state, undefined), strategy };
}

/** Normalizes the sort sectors: all six sort the same as none, and a list must have only one URL. */
export function normalizeSort(sort: readonly SectorKey[]): readonly SectorKey[] {
	return sort.length < SECTOR_COUNT ? sort : NO_CHOICE.sort;
}

/** Changes choices and returns to the first page. The active timeframe stays. */
export function withChoice(state: ListState, change: Partial<ListChoice>): ListState {
	const choice = { ...state.choice, ...change };
	const sort = normalizeSort(choice.sort);
	// A list is sorted either by sectors or by a column: whichever was chosen last.
	const column = change.sort !== undefined && sort.length > 0 ? undefined : choice.column;
	return { ...state, choice: { ...choice, column, sort: column === undefined ? sort : NO_CHOICE.sort }, page: 1 };
}

export function withReport(state: ListState, report: string | undefined, counts = false): ListState {
	return {
		...state,
		report,
		version: undefined,
		page: 1,
		counts,
	};
}

/** True: only favourites; false: only disliked tickers; undefined: the plain list. */
export function onlyFavorites({ favorite, dislike }: Pick<ListChoice, 'favorite' | 'dislike'>): boolean | undefined {
	return favorite === dislike ? undefined : favorite;
}
