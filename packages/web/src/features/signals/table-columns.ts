import { SORT_COLUMNS, type SortColumn, type TableColumn } from '@sw/domain/reports/list-columns';
import { type ListState, withChoice } from '../../entities/list-state/state.ts';

/** Columns by whose heads the list is ordered; the rate's head leads back to the plain list. */
export type SortHead = SortColumn | 'rate';

export const isSortable = (column: TableColumn): column is TableColumn & SortColumn => SORT_COLUMNS.some((name) => name === column);

/** Which head orders the list; undefined where sectors do. */
export const sortHead = ({ choice }: Pick<ListState, 'choice'>): SortHead | undefined =>
	choice.column ?? (choice.sort.length > 0 ? undefined : 'rate');

/** What a head says of the order to those who do not see it. */
export const ariaSort = (state: Pick<ListState, 'choice'>, head: SortHead): 'ascending' | 'descending' | 'none' =>
	sortHead(state) !== head ? 'none' : state.choice.dir === 'asc' ? 'ascending' : 'descending';

/** The list after a head was pressed: names begin with the first, numbers with the highest; pressed again it turns. */
export const pressed = (state: ListState, head: SortHead): ListState => {
	const first = head === 'ticker' ? 'asc' : 'desc';
	const turned = state.choice.dir === 'asc' ? 'desc' : 'asc';
	return withChoice(state, {
		sort: [],
		column: head === 'rate' ? undefined : head,
		dir: sortHead(state) === head ? turned : first,
	});
};

/** The columns with one of them a place further on (1) or back (-1); the same at the ends. */
export const moved = (columns: readonly TableColumn[], column: TableColumn, by: 1 | -1): readonly TableColumn[] => {
	const from = columns.indexOf(column);
	const to = from + by;
	if (from < 0 || to < 0 || to >= columns.length) return columns;
	return columns.toSpliced(from, 1).toSpliced(to, 0, column);
};

/** The columns without the given one, or with it at their end; the last one stays. */
export const toggled = (columns: readonly TableColumn[], column: TableColumn): readonly TableColumn[] =>
	!columns.includes(column) ? [...columns, column] : columns.length > 1 ? columns.filter((one) => one !== column) : columns;

/** Share of a bar that typical moves fill: eight, as many as the fine score counts, fill it. */
const FULL = 8;
export const barShare = (moves: number | null): number => (moves === null ? 0 : Math.min(1, Math.abs(moves) / FULL));
