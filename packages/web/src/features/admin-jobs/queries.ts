import { JOB_KINDS, JOB_STATES } from '@sw/contract/corrections';
import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import { filtersOf, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';
import { LOOK_MS } from '../../lib/refresh.ts';

export type Job = AnswerOf<Contract['operations']['job']>;
type JobFilter = 'kind' | 'state';

export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean => state === 'queued' || state === 'running';

/** Asked for again as it was; a file that was to be imported is uploaded anew. */
export const canBeRetried = ({ kind, state }: Pick<Job, 'kind' | 'state'>): boolean =>
	kind !== 'import' && (state === 'failed' || state === 'canceled');

export const JOBS: TableRules<'asked', JobFilter> = {
	page: 'jobs',
	sorts: [],
	sortBy: 'asked',
	sortDir: 'desc',
	filters: { kind: JOB_KINDS, state: JOB_STATES },
};

/** A page of jobs, asked for again while one of them waits or runs. */
export const jobsQuery = (api: Api, state: TableState<'asked', JobFilter>) =>
	queryOptions({
		queryKey: [...ADMIN, 'jobs', state],
		queryFn: () => {
			const { kind, state: wanted } = filtersOf(state);
			return api.operations.jobs({
				query: {
					...(kind ? { kind: kind as Job['kind'] } : {}),
					...(wanted ? { state: wanted as Job['state'] } : {}),
					...rangeOf(state),
				},
			});
		},
		refetchInterval: (query) => (query.state.data?.items.some(isUnderWay) ? LOOK_MS : false),
		...LIVE,
	});

/** Lines of a page of a log. */
export const LINES = 50;

export const logQuery = (api: Api, id: string, page: number) =>
	queryOptions({
		queryKey: [...ADMIN, 'jobs', 'log', id, page],
		queryFn: () => api.operations.jobLog({ params: { id }, query: { skip: (page - 1) * LINES, max: LINES } }),
		...LIVE,
	});
