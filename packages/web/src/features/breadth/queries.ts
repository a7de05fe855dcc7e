import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { BreadthState } from '../../lib/api/types.ts';
import { PAST_RESULTS_STALE_MS, REFRESH_MS } from '../../lib/refresh.ts';

export type BreadthSelection = Pick<BreadthState, 'category' | 'interval' | 'marketcap' | 'type'>;

/** Requests the breadth of the newest report, if it has been counted, and the reader's breadth alert. */
export function stateQuery(api: Api, { category, interval, marketcap, type }: BreadthSelection) {
	return queryOptions({
		queryKey: ['attention', 'breadth', category, interval, marketcap, type],
		queryFn: () => api.attention.sectorAnalysisCheck({ query: { category, interval, marketcap, type } }),
		refetchInterval: REFRESH_MS,
	});
}

/** Requests the breadth of one report. */
export function analysisQuery(api: Api, { time, key, depth }: { time: string; key: string; depth: number }) {
	return queryOptions({
		queryKey: ['attention', 'breadth', 'report', time, key, depth],
		queryFn: () => api.attention.sectorAnalysis({ query: { time, key, depth } }),
		staleTime: PAST_RESULTS_STALE_MS,
		retry: false,
	});
}
