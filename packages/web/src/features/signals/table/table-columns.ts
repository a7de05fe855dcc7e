import { SORT_COLUMNS, type SortColumn, type TableColumn, tabColumn } from '@sw/domain/reports/list/list-columns';
import type { Tab } from '@sw/domain/signals/sector';
import { type ListState, withChoice } from '../../../entities/list-state/state.ts';

/** Columns whose headings sort the list; the first one of a tab restores its plain list. */
export type SortHead = SortColumn;

export function isSortable(column: TableColumn): column is TableColumn & SortColumn {
	return SORT_COLUMNS.some((name) => name === column);
}

/** The sort column; undefined when sorted by sectors. */
export function sortHead({ choice, tab }: Pick<ListState, 'choice' | 'tab'>): SortHead | undefined {
	return choice.column ?? (choice.sort.length > 0 ? undefined : plainHead(tab));
}

function plainHead(tab: Tab): SortHead {
	return tabColumn(tab) ?? 'rate';
}

/** The sort order of a heading, for screen readers. */
export function ariaSort(state: Pick<ListState, 'choice' | 'tab'>, head: SortHead): 'ascending' | 'descending' | 'none' {
	return sortHead(state) !== head ? 'none' : state.choice.dir === 'asc' ? 'ascending' : 'descending';
}

/** The list after a heading was clicked: names ascending, numbers descending; a second click reverses. */
export function sortByHeading(state: ListState, head: SortHead): ListState {
	const first = head === 'ticker' ? 'asc' : 'desc';
	const turned = state.choice.dir === 'asc' ? 'desc' : 'asc';
	return withChoice(state, {
		sort: [],
		column: head === plainHead(state.tab) ? undefined : head,
		dir: sortHead(state) === head ? turned : first,
	});
}

/** The columns with one moved right (1) or left (-1); unchanged at the ends. */
export function moveColumn(columns: readonly TableColumn[], column: TableColumn, step: 1 | -1): readonly TableColumn[] {
	const from = columns.indexOf(column);
	const to = from + step;
	if (from < 0 || to < 0 || to >= columns.length) return columns;
	return columns.toSpliced(from, 1).toSpliced(to, 0, column);
}

/** The columns with the given one removed, or appended; the last one stays. */
export function toggleColumn(columns: readonly TableColumn[], column: TableColumn): readonly TableColumn[] {
	return !columns.includes(column) ? [...columns, column] : columns.length > 1 ? columns.filter((one) => one !== column) : columns;
}

/** Fill of a bar by typical moves: full at eight, the cap of the fine score. */
const FULL = 8;

export function barShare(moves: number | null): number {
	return moves === null ? 0 : Math.min(1, Math.abs(moves) / FULL);
}
