import { Z_SERIES } from '../../signals/report-table.ts';
import type { Tab } from '../../signals/sector.ts';
import type { Strategy, TimeframeIndex } from '../../time/timeframe.ts';

/** Columns that can sort a list; `columnSortValue` computes their values. */
export const SORT_COLUMNS = [
	'rate',
	'unusual',
	'ticker',
	'price',
	'change',
	'move',
	'volume',
	'options',
	'mentions',
	'dollars',
	'cap',
	'filing',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** Table columns that a user can choose and order. Rank, ticker and rate are always shown. */
export const TABLE_COLUMNS = [
	'name',
	'wheel',
	'since',
	'price',
	'change',
	'move',
	'volume',
	'options',
	'mentions',
	'dollars',
	'cap',
	'filing',
	'listed',
	'sparkline',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** Choices of rows per page. */
export const TABLE_ROWS = [25, 50, 100] as const;
export type TableRows = (typeof TABLE_ROWS)[number];

export const LIST_VIEWS = ['cards', 'table'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Returns the timeframe of the columns in typical moves: the longest rated one. */
export function columnTimeframe({ rated }: Strategy): TimeframeIndex {
	return rated[2];
}

/** Returns the index of a series' z column, on the timeframe of the columns in typical moves. */
export function zColumn(series: (typeof Z_SERIES)[number], strategy: Strategy): number {
	return columnTimeframe(strategy) * Z_SERIES.length + Z_SERIES.indexOf(series);
}

/** Returns the default sort column of a tab; undefined: the rate. Free has no candidates, so its most unusual tickers come first. */
export function defaultSortColumn(tab: Tab): SortColumn | undefined {
	return tab === 'free' ? 'unusual' : undefined;
}
