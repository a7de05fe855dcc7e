import { keepPreviousData } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';

/** Rows per page. */
export const PAGE_SIZE = 20;

/** How a filter is entered: as free text, as a date, or by selecting one of the listed values. */
export type FilterKind = 'text' | 'date' | readonly string[];

/** Sortable columns, default order and filters of an admin table. */
export interface TableRules<Column extends string = string, Filter extends string = string> {
	/** Path of the table's page below /admin. */
	readonly page: string;
	readonly sortable: readonly Column[];
	readonly sortBy: NoInfer<Column>;
	readonly sortDir: 'asc' | 'desc';
	readonly filters: Readonly<Record<Filter, FilterKind>>;
	/** Other search parameters of the table's links, such as the section of the page. */
	readonly extraSearch?: AdminSearch;
}

export interface TableState<Column extends string = string, Filter extends string = string> {
	readonly sortBy: Column;
	readonly sortDir: 'asc' | 'desc';
	/** From 1. */
	readonly page: number;
	/** '' if the filter is not set. */
	readonly filters: Readonly<Record<Filter, string>>;
}

const MAX_TEXT_LENGTH = 200;

/** Parses a state from the URL. Invalid values become defaults. */
export function readTable<C extends string, F extends string>(rules: TableRules<C, F>, search: AdminSearch): TableState<C, F> {
	return {
		sortBy: findValue(rules.sortable, search['sort_by']) ?? rules.sortBy,
		sortDir: findValue(['asc', 'desc'], search['sort_dir']) ?? rules.sortDir,
		page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
		filters: Object.fromEntries(
			Object.entries<FilterKind>(rules.filters).map(([key, kind]) => [key, parseFilter(kind, search[key])]),
		) as Record<F, string>,
	};
}

function findValue<T extends string>(list: readonly T[], value: string | undefined): T | undefined {
	return list.find((item) => item === value);
}

function parseFilter(kind: FilterKind, value = ''): string {
	if (kind === 'text') return value.slice(0, MAX_TEXT_LENGTH);
	if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? value : '';
	return findValue(kind, value) ?? '';
}

/** Converts a state to search parameters without default values: the inverse of `readTable`. */
export function writeTable<C extends string, F extends string>(rules: TableRules<C, F>, state: TableState<C, F>): AdminSearch {
	return {
		...rules.extraSearch,
		...Object.fromEntries(Object.entries<string>(state.filters).filter(([, value]) => value !== '')),
		...(state.sortBy === rules.sortBy ? {} : { sort_by: state.sortBy }),
		...(state.sortDir === rules.sortDir ? {} : { sort_dir: state.sortDir }),
		...(state.page === 1 ? {} : { page: String(state.page) }),
	};
}

/** Returns the call parameters for the rows of a page. */
export function pageParameters({ page }: Pick<TableState, 'page'>) {
	return { skip: (page - 1) * PAGE_SIZE, max: PAGE_SIZE };
}

/** Returns the call parameters of the active filters. */
export function filterParameters<F extends string>({ filters }: { filters: Readonly<Record<F, string>> }): Partial<Record<F, string>> {
	return Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== '')) as Partial<Record<F, string>>;
}

/** Search parameters of an administration page. */
export type AdminSearch = Readonly<Record<string, string | undefined>>;

/** Returns the link to an administration page, by its path below /admin. Default: the first page in the navigation. */
export function adminLink(page = '', search: AdminSearch = {}) {
	return { to: '/admin/$', params: { _splat: page }, search: { ...search } } as const satisfies LinkProps;
}

/** Key prefix of all administration queries. One prefix for all, because an action on one page can change what others show. */
export const ADMIN_KEY = ['admin'] as const;

/** Query options of admin pages: data is always reloaded, and the previous data is shown until then. */
export const ALWAYS_REFETCH = { placeholderData: keepPreviousData, staleTime: 0 } as const;

/** Sorts a complete list by a column and returns the rows of one page. */
export function sortedPage<C extends string, R extends Readonly<Record<C, string | number>>>(
	rows: readonly R[],
	state: Pick<TableState<C, string>, 'page' | 'sortBy' | 'sortDir'>,
): { items: R[]; total_count: number } {
	const { skip, max } = pageParameters(state);
	const key = state.sortBy;
	const sign = state.sortDir === 'asc' ? 1 : -1;
	const sorted = rows.toSorted((a, b) => (a[key] < b[key] ? -sign : a[key] > b[key] ? sign : 0));
	return { items: sorted.slice(skip, skip + max), total_count: rows.length };
}
