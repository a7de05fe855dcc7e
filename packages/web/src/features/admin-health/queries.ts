import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { JOB_KINDS } from '@sw/domain/access/job';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN_KEY, ALWAYS_REFETCH } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

export type Detail = AnswerOf<Contract['operations']['healthDetail']>;
export type Slot = Detail['today']['slots'][number];
export type Freshness = AnswerOf<Contract['operations']['freshness']>;
export type Job = AnswerOf<Contract['operations']['job']>;
export type Versions = AnswerOf<Contract['operations']['health']>['versions'];

/** Refetch interval of the page. */
export const REFETCH_MS = 15_000;
const POLLING = { ...ALWAYS_REFETCH, refetchInterval: REFETCH_MS };
/** The newest jobs. Another page lists all jobs. Users' searches are left out, because there are many and their owners see the results. */
const NEWEST_JOBS_QUERY = { kind: JOB_KINDS.filter((kind) => kind !== 'search' && kind !== 'search_upkeep'), skip: 0, max: 6 };

export function detailQuery(api: Api) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'health', 'detail'], queryFn: () => api.operations.healthDetail(), ...POLLING });
}

export function freshnessQuery(api: Api) {
	return queryOptions({ queryKey: [...ADMIN_KEY, 'health', 'freshness'], queryFn: () => api.operations.freshness(), ...POLLING });
}

export function jobsQuery(api: Api) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'health', 'jobs'],
		queryFn: () => api.operations.jobs({ query: NEWEST_JOBS_QUERY }),
		...POLLING,
	});
}

export function versionsQuery(api: Api) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'health', 'versions'],
		queryFn: async () => (await api.operations.health({ query: {} })).versions,
		staleTime: REFETCH_MS,
	});
}
