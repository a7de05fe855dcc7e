import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { DeskHead } from '../../lib/api/types.ts';
import { LOOK_MS } from '../../lib/refresh.ts';

/** Verification of a report by recomputing it; polled until done. `asked`: each click of the button is a new query. */
export const verifyQuery = (api: Api, { time, version }: Pick<DeskHead, 'time' | 'version'>, asked: number) =>
	queryOptions({
		queryKey: ['research', 'verify', time, version, asked],
		queryFn: () => api.research.verifyReport({ body: { date: time, version } }),
		refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
