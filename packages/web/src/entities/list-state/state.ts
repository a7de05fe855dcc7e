import type { InformationChoice } from '@sw/domain/filings/information-choice';
import type { AddressedConditions } from '@sw/domain/filters/filter-address';
import type { CapBucket, MentionBucket } from '@sw/domain/prices/buckets';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import { type ListView, type SortColumn, TABLE_COLUMNS, type TableColumn, type TableRows } from '@sw/domain/reports/list/list-columns';
import { type Operation, SECTOR_COUNT, type SectorKey, TABS, type Tab, tabOperation } from '@sw/domain/signals/sector';
import type { StrategyName, Timeframe } from '@sw/domain/time/timeframe';

/** A reader's filtering and sorting of a list, in addition to any saved filter. */
export interface ListChoice {
	marketcap: readonly CapBucket[];
	/** Mention buckets, called P/E on screen. */
	pne: readonly MentionBucket[];
	/** Filter by public filings. Undefined: all tickers. */
	information: InformationChoice | undefined;
	/** Sectors whose weighted sum sorts the list. None or all six: the plain rate sorts it. */
	sort: readonly SectorKey[];
	/** The column that sorts the list. Undefined: the rate or `sort` sorts it. */
	column: SortColumn | undefined;
	dir: 'desc' | 'asc';
	/** Only favourites, or only disliked (frozen) tickers. If both are true or both false, the list has all tickers. */
	favorite: boolean;
	dislike: boolean;
	/** Only tickers that the previous report's list did not have. */
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
	/** Types of the tickers in the list. Undefined: the list's default (defaultTickerType). */
	tickerType: ListTickerType | undefined;
	/** Only the tickers of this watchlist. */
	watchlist: number | undefined;
	/** Time of a past report, 'YYYY-MM-DDTHH:mm:ssZ'. `version`: an older version of this report. */
	report: string | undefined;
	version: number | undefined;
	/** From 1. */
	page: number;
	view: ListView;
	/** Rows per page. */
	rows: TableRows;
	/** Columns of a table, in the reader's order. */
	columns: readonly TableColumn[];
	/** Whether the list was opened from the list of saved filters. */
	fromFilters: boolean;
	/** Whether each tab shows its number of tickers in this report. */
	counts: boolean;
}

/** Cards per page. */
export const PAGE_SIZE = 10;

/** Returns the number of tickers per page, which depends on the layout. */
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

/** Switches to another tab: first page, the tab's own direction and default columns, no filter and no choices. Everything else stays. */
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

/** Sets a saved filter, which replaces any other. Undefined removes the filter. */
export function withFilter(state: ListState, filter: number | undefined): ListState {
	return { ...state, filter, unsaved: undefined, page: 1 };
}

/** Switches the strategy and drops the filter, which is tied to the timeframes of its strategy. */
export function withStrategy(state: ListState, strategy: StrategyName): ListState {
	return { ...withFilter(state, undefined), strategy };
}

/** Empties the sort sectors if all six are selected: both sort the same way, and each list must have only one URL. */
export function normalizeSort(sort: readonly SectorKey[]): readonly SectorKey[] {
	return sort.length < SECTOR_COUNT ? sort : NO_CHOICE.sort;
}

/** Changes choices and returns to the first page. The active timeframe stays. */
export function withChoice(state: ListState, change: Partial<ListChoice>): ListState {
	const choice = { ...state.choice, ...change };
	const sort = normalizeSort(choice.sort);
	// Either sectors or a column sort a list. The last choice wins.
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

/** Returns true for only favourites, false for only disliked tickers, undefined for all tickers. */
export function onlyFavorites({ favorite, dislike }: Pick<ListChoice, 'favorite' | 'dislike'>): boolean | undefined {
	return favorite === dislike ? undefined : favorite;
}
