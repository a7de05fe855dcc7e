import { SORT_COLUMNS, type SortColumn, type TableColumn, tabColumn } from '@sw/domain/reports/list/list-columns';
import type { Tab } from '@sw/domain/signals/sector';
import { type ListState, withChoice } from '../../../entities/list-state/state.ts';

/** Columns whose headings sort the list; the first one of a tab restores its plain list. */
export type SortHead = SortColumn;
const plainHead = (tab: Tab): SortHead => tabColumn(tab) ?? 'rate';

export const isSortable = (column: TableColumn): column is TableColumn & SortColumn => SORT_COLUMNS.some((name) => name === column);

/** The sort column; undefined when sorted by sectors. */
export const sortHead = ({ choice, tab }: Pick<ListState, 'choice' | 'tab'>): SortHead | undefined =>
	choice.column ?? (choice.sort.length > 0 ? undefined : plainHead(tab));

/** The sort order of a heading, for screen readers. */
export const ariaSort = (state: Pick<ListState, 'choice' | 'tab'>, head: SortHead): 'ascending' | 'descending' | 'none' =>
	sortHead(state) !== head ? 'none' : state.choice.dir === 'asc' ? 'ascending' : 'descending';

/** The list after a heading was clicked: names ascending, numbers descending; a second click reverses. */
export const sortByHeading = (state: ListState, head: SortHead): ListState => {
	const first = head === 'ticker' ? 'asc' : 'desc';
	const turned = state.choice.dir === 'asc' ? 'desc' : 'asc';
	return withChoice(state, {
		sort: [],
		column: head === plainHead(state.tab) ? undefined : head,
		dir: sortHead(state) === head ? turned : first,
	});
};

/** The columns with one moved right (1) or left (-1); unchanged at the ends. */
export const moveColumn = (columns: readonly TableColumn[], column: TableColumn, by: 1 | -1): readonly TableColumn[] => {
	const from = columns.indexOf(column);
	const to = from + by;
	if (from < 0 || to < 0 || to >= columns.length) return columns;
	return columns.toSpliced(from, 1).toSpliced(to, 0, column);
};

/** The columns with the given one removed, or appended; the last one stays. */
export const toggleColumn = (columns: readonly TableColumn[], column: TableColumn): readonly TableColumn[] =>
	!columns.includes(column) ? [...columns, column] : columns.length > 1 ? columns.filter((one) => one !== column) : columns;

/** Fill of a bar by typical moves: full at eight, the cap of the fine score. */
const FULL = 8;
export const barShare = (moves: number | null): number => (moves === null ? 0 : Math.min(1, Math.abs(moves) / FULL));
