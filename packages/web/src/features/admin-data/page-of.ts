import { rangeOf, type TableState } from '../../entities/administration/table-state.ts';

/** Sorts a complete list by a column and returns the page that a table shows. */
export function pageOf<C extends string, R extends Readonly<Record<C, string | number>>>(
	rows: readonly R[],
	state: Pick<TableState<C, string>, 'page' | 'sortBy' | 'sortDir'>,
): { items: R[]; total_count: number } {
	const { skip, max } = rangeOf(state);
	const key = state.sortBy;
	const sign = state.sortDir === 'asc' ? 1 : -1;
	const sorted = rows.toSorted((a, b) => (a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0));
	return { items: sorted.slice(skip, skip + max), total_count: rows.length };
}
