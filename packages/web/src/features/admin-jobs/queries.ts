import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { JOB_KINDS, JOB_SORTS, JOB_STATES, type JobSort } from '@sw/domain/access/job';
import { queryOptions } from '@tanstack/react-query';
import {
	ADMIN_KEY,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { POLL_MS } from '../../lib/refresh.ts';

export type Job = AnswerOf<Contract['operations']['job']>;
type JobFilter = 'kind' | 'state';

export function isUnderWay({ state }: Pick<Job, 'state'>): boolean {
	return state === 'queued' || state === 'running';
}

export const JOBS: TableRules<JobSort, JobFilter> = {
	page: 'jobs',
	sortable: JOB_SORTS,
	sortBy: 'created',
	sortDir: 'desc',
	filters: { kind: JOB_KINDS, state: JOB_STATES },
};

/** Queries a page of jobs, and polls while any of them is queued or running. */
export function jobsQuery(api: Api, state: TableState<JobSort, JobFilter>) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'jobs', state],
		queryFn: () => {
			const { kind, state: jobState } = filterParameters(state);
			return api.operations.jobs({
				query: {
					...(kind ? { kind: [kind as Job['kind']] } : {}),
					...(jobState ? { state: jobState as Job['state'] } : {}),
					sort_by: state.sortBy,
					sort_dir: state.sortDir,
					...pageParameters(state),
				},
			});
		},
		refetchInterval: (query) => (query.state.data?.items.some(isUnderWay) ? POLL_MS : false),
		...ALWAYS_REFETCH,
	});
}

/** Log lines per page. */
export const LINES_PER_PAGE = 50;

export function logQuery(api: Api, id: string, page: number) {
	return queryOptions({
		queryKey: [...ADMIN_KEY, 'jobs', 'log', id, page],
		queryFn: () => api.operations.jobLog({ params: { id }, query: { skip: (page - 1) * LINES_PER_PAGE, max: LINES_PER_PAGE } }),
		...ALWAYS_REFETCH,
	});
}
