import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { Tab } from '@sw/domain/signals/sector';
import { queryOptions } from '@tanstack/react-query';
import {
	ADMIN_KEY,
	type AdminSearch,
	ALWAYS_REFETCH,
	filterParameters,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
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

/** Returns the section selected in the URL. Default: 'values'. */
export function readView(search: AdminSearch): View {
	return VIEWS.find((view) => view === search['view']) ?? 'values';
}

export const VALUES: TableRules<'name', 'ticker' | 'algo'> = {
	page: 'parameters',
	sortable: [],
	sortBy: 'name',
	sortDir: 'asc',
	filters: { ticker: 'text', algo: ALGOS },
};
export const CHANGES: TableRules<'id', never> = {
	page: 'parameters',
	sortable: [],
	sortBy: 'id',
	sortDir: 'asc',
	filters: {},
	extraSearch: { view: 'changes' },
};
export const VERSIONS: TableRules<'version', never> = {
	page: 'parameters',
	sortable: [],
	sortBy: 'version',
	sortDir: 'desc',
	filters: {},
	extraSearch: { view: 'versions' },
};

const PARAMETERS_KEY = [...ADMIN_KEY, 'parameters'] as const;

export function originsQuery(api: Api, state: TableState<'name', 'ticker' | 'algo'>) {
	return queryOptions({
		queryKey: [...PARAMETERS_KEY, 'origins', state.filters],
		queryFn: () => {
			const { ticker, algo } = filterParameters(state);
			return api.research.scriptOrigins({ query: { ...(ticker ? { ticker } : {}), ...(algo ? { algo: algo as Algo } : {}) } });
		},
		...ALWAYS_REFETCH,
	});
}

export function changesQuery(api: Api) {
	return queryOptions({ queryKey: [...PARAMETERS_KEY, 'changes'], queryFn: () => api.research.scriptParams(), ...ALWAYS_REFETCH });
}

/** Queries the current state of one change, in order to edit it. */
export function changeQuery(api: Api, id: number) {
	return queryOptions({
		queryKey: [...PARAMETERS_KEY, 'change', id],
		queryFn: () => api.research.scriptParam({ params: { id } }),
		staleTime: 0,
		retry: false,
	});
}

export function versionsQuery(api: Api) {
	return queryOptions({ queryKey: [...PARAMETERS_KEY, 'versions'], queryFn: () => api.research.parameterVersions(), ...ALWAYS_REFETCH });
}

/** Poll interval of a trial, in milliseconds. */
const POLL_MS = 700;

/** Queries the effect of a change on a list, and polls until it is computed. */
export function trialQuery(api: Api, request: { entry: ChangeBody; replaces: number | null }, tab: Tab) {
	return queryOptions({
		queryKey: [...PARAMETERS_KEY, 'trial', request, tab],
		queryFn: () => api.research.tryScriptParams({ body: { ...request, tab } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
		staleTime: 0,
		retry: false,
	});
}
