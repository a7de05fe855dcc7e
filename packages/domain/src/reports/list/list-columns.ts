import { Z_SERIES } from '../../signals/report-table.ts';
import type { Tab } from '../../signals/sector.ts';
import type { Strategy, TimeframeIndex } from '../../time/timeframe.ts';

/** Columns that can sort a list; column-values.ts has their values. */
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

/** Table columns that a reader chooses and orders; place, ticker and rate are always shown. */
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

/** Rows per page of a table. */
export const TABLE_ROWS = [25, 50, 100] as const;
export type TableRows = (typeof TABLE_ROWS)[number];

/** Layouts of a list. */
export const LIST_VIEWS = ['cards', 'table'] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** The timeframe of the typical-moves columns. */
export function columnTimeframe({ slots }: Strategy): TimeframeIndex {
	return slots[2];
}

/** Index of the column of a report's z that has a series on the timeframe of the typical-moves columns. */
export function zColumn(series: (typeof Z_SERIES)[number], strategy: Strategy): number {
	return columnTimeframe(strategy) * Z_SERIES.length + Z_SERIES.indexOf(series);
}

/** The order of a tab's list without any other: Free has no candidates, so its most unusual tickers come first. */
export function tabColumn(tab: Tab): SortColumn | undefined {
	return tab === 'free' ? 'unusual' : undefined;
}
