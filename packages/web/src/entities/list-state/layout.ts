import { DEFAULT_COLUMNS, type ListState } from './state.ts';

/** Cards or a table; back to the first page. */
export function withLayout(state: ListState, layout: Partial<Pick<ListState, 'view' | 'rows' | 'columns'>>): ListState {
	const next = { ...state, ...layout, page: 1 };
	return next.columns.length > 0 ? next : { ...next, columns: DEFAULT_COLUMNS };
}
