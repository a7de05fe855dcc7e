import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { listParameters } from '../list-state/parameters.ts';
import type { ListState } from '../list-state/state.ts';

/** Changes of a trader's list from the report `since` to the report `time`. */
export const changesQuery = (api: Api, state: ListState, { since, time }: { since: string; time: string }) => {
	const query = { ...listParameters(state), since };
	return queryOptions({
		queryKey: ['signals', 'changes', time, query],
		queryFn: () => api.signals.sectorChartChanges({ query: { ...query, date: time } }),
		staleTime: Number.POSITIVE_INFINITY,
	});
};
