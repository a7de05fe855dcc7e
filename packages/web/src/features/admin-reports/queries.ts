import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, LIVE } from '../../entities/administration/admin-query.ts';
import type { Api } from '../../lib/api/client.ts';
import { type Month, spanOf } from './months.ts';

type Operations = Contract['operations'];
export type Day = AnswerOf<Operations['reportDays']>['items'][number];
export type Report = AnswerOf<Operations['dayReports']>['items'][number];
export type Job = AnswerOf<Operations['job']>;
export type Verdict = AnswerOf<Contract['research']['verifyReport'], 200>;

const KEY = [...ADMIN, 'reports'] as const;
/** Refetch interval, because new reports appear; in milliseconds. */
const REFRESH = 15_000;
/** Poll interval of running jobs, in milliseconds. */
const EVERY = 1_000;

/** The current time by the market clock. */
export function clockQuery(api: Api) {
	return queryOptions({ queryKey: [...KEY, 'clock'], queryFn: async () => (await api.operations.health({ query: {} })).now, ...LIVE });
}

export function monthQuery(api: Api, month: Month) {
	return queryOptions({
		queryKey: [...KEY, 'month', month],
		queryFn: () => api.operations.reportDays({ query: spanOf(month) }),
		refetchInterval: REFRESH,
		...LIVE,
	});
}

export function dayQuery(api: Api, date: string) {
	return queryOptions({
		queryKey: [...KEY, 'day', date],
		queryFn: () => api.operations.dayReports({ query: { date } }),
		refetchInterval: REFRESH,
		...LIVE,
	});
}

export function jobQuery(api: Api, id: string) {
	return queryOptions({
		queryKey: [...KEY, 'job', id],
		queryFn: () => api.operations.job({ params: { id } }),
		refetchInterval: ({ state }) => (state.data && !['queued', 'running'].includes(state.data.state) ? false : EVERY),
		staleTime: 0,
	});
}

/** Polled until there is a result. */
export function verifyQuery(api: Api, date: string, version: number) {
	return queryOptions({
		queryKey: [...KEY, 'verify', date, version],
		queryFn: () => api.research.verifyReport({ body: { date, version } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? EVERY : false),
		staleTime: 0,
		retry: false,
	});
}
