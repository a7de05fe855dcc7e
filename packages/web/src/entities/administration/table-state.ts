import { keepPreviousData } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';

/** Rows of a page. */
export const PAGE = 20;

/** Free text, a date, or one of these values. */
export type FilterKind = 'text' | 'date' | readonly string[];

/** What an admin table supports: sortable columns, its default order and its filters. */
export interface TableRules<Column extends string = string, Filter extends string = string> {
	/** Its page below /admin. */
	readonly page: string;
	readonly sorts: readonly Column[];
	readonly sortBy: NoInfer<Column>;
	readonly sortDir: 'asc' | 'desc';
	readonly filters: Readonly<Record<Filter, FilterKind>>;
	/** Other parameters of its address: which section of the page it is. */
	readonly besides?: AdminSearch;
}

export interface TableState<Column extends string = string, Filter extends string = string> {
	readonly sortBy: Column;
	readonly sortDir: 'asc' | 'desc';
	/** From 1. */
	readonly page: number;
	/** '' for an unset filter. */
	readonly filters: Readonly<Record<Filter, string>>;
}

const LONGEST = 200;

/** Parsed from the address; invalid values are replaced by the default. */
export function readTable<C extends string, F extends string>(rules: TableRules<C, F>, search: AdminSearch): TableState<C, F> {
	return {
		sortBy: among(rules.sorts, search['sort_by']) ?? rules.sortBy,
		sortDir: among(['asc', 'desc'], search['sort_dir']) ?? rules.sortDir,
		page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
		filters: Object.fromEntries(
			Object.entries<FilterKind>(rules.filters).map(([key, kind]) => [key, filterOf(kind, search[key])]),
		) as Record<F, string>,
	};
}

function among<T extends string>(list: readonly T[], value: string | undefined): T | undefined {
	return list.find((one) => one === value);
}

function filterOf(kind: FilterKind, value = ''): string {
	if (kind === 'text') return value.slice(0, LONGEST);
	if (kind === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) ? value : '';
	return among(kind, value) ?? '';
}

/** The inverse, without defaults. */
export function writeTable<C extends string, F extends string>(rules: TableRules<C, F>, state: TableState<C, F>): AdminSearch {
	return {
		...rules.besides,
		...Object.fromEntries(Object.entries<string>(state.filters).filter(([, value]) => value !== '')),
		...(state.sortBy === rules.sortBy ? {} : { sort_by: state.sortBy }),
		...(state.sortDir === rules.sortDir ? {} : { sort_dir: state.sortDir }),
		...(state.page === 1 ? {} : { page: String(state.page) }),
	};
}

/** The page of a table that a call requests. */
export function rangeOf({ page }: Pick<TableState, 'page'>) {
	return { skip: (page - 1) * PAGE, max: PAGE };
}

/** The active filters, as call parameters. */
export function filtersOf<F extends string>({ filters }: { filters: Readonly<Record<F, string>> }): Partial<Record<F, string>> {
	return Object.fromEntries(Object.entries<string>(filters).filter(([, value]) => value !== '')) as Partial<Record<F, string>>;
}

/** State that an administration page reads from its address. */
export type AdminSearch = Readonly<Record<string, string | undefined>>;

/** An administration page. Default: the first. */
export function adminLink(page = '', search: AdminSearch = {}) {
	return { to: '/admin/$', params: { _splat: page }, search: { ...search } } as const satisfies LinkProps;
}

/** First part of the key of every administration query: an action on one page changes what others show. */
export const ADMIN = ['admin'] as const;

/** Admin pages are always fetched again; the previous answer stays until the next one arrives. */
export const LIVE = { placeholderData: keepPreviousData, staleTime: 0 } as const;
