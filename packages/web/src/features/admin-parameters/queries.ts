import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { Tab } from '@sw/domain/signals/sector';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, type AdminSearch, filtersOf, LIVE, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

type Research = Contract['research'];
export type Change = AnswerOf<Research['scriptParam']>;
export type Origins = AnswerOf<Research['scriptOrigins']>;
export type Versions = AnswerOf<Research['parameterVersions']>;
export type Trial = AnswerOf<Research['tryScriptParams'], 200>;
/** Request body of a change. */
export type ChangeBody = InputOf<Research['createScriptParams']>['body'];

export const VIEWS = ['values', 'changes', 'versions'] as const;
export type View = (typeof VIEWS)[number];

/** The section selected in the URL. Default: 'values'. */
export function viewOf(search: AdminSearch): View {
	return VIEWS.find((view) => view === search['view']) ?? 'values';
}

export const VALUES: TableRules<'name', 'ticker' | 'algo'> = {
	page: 'parameters',
	sorts: [],
	sortBy: 'name',
	sortDir: 'asc',
	filters: { ticker: 'text', algo: ALGOS },
};
export const CHANGES: TableRules<'id', never> = {
	page: 'parameters',
	sorts: [],
	sortBy: 'id',
	sortDir: 'asc',
	filters: {},
	besides: { view: 'changes' },
};
export const VERSIONS: TableRules<'version', never> = {
	page: 'parameters',
	sorts: [],
	sortBy: 'version',
	sortDir: 'desc',
	filters: {},
	besides: { view: 'versions' },
};

const KEY = [...ADMIN, 'parameters'] as const;

export function originsQuery(api: Api, state: TableState<'name', 'ticker' | 'algo'>) {
	return queryOptions({
		queryKey: [...KEY, 'origins', state.filters],
		queryFn: () => {
			const { ticker, algo } = filtersOf(state);
			return api.research.scriptOrigins({ query: { ...(ticker ? { ticker } : {}), ...(algo ? { algo: algo as Algo } : {}) } });
		},
		...LIVE,
	});
}

export function changesQuery(api: Api) {
	return queryOptions({ queryKey: [...KEY, 'changes'], queryFn: () => api.research.scriptParams(), ...LIVE });
}

/** The current state of one change, as the starting point of an edit. */
export function changeQuery(api: Api, id: number) {
	return queryOptions({
		queryKey: [...KEY, 'change', id],
		queryFn: () => api.research.scriptParam({ params: { id } }),
		staleTime: 0,
		retry: false,
	});
}

export function versionsQuery(api: Api) {
	return queryOptions({ queryKey: [...KEY, 'versions'], queryFn: () => api.research.parameterVersions(), ...LIVE });
}

/** Poll interval of a trial, in milliseconds. */
const EVERY = 700;

/** The effect of a change on a list, polled until it is computed. */
export function trialQuery(api: Api, tried: { entry: ChangeBody; replaces: number | null }, tab: Tab) {
	return queryOptions({
		queryKey: [...KEY, 'trial', tried, tab],
		queryFn: () => api.research.tryScriptParams({ body: { ...tried, tab } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
		staleTime: 0,
		retry: false,
	});
}
