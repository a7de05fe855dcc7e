import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { listParameters } from '../list-state/parameters.ts';
import type { ListState } from '../list-state/state.ts';

/** What became of a trader's list from the report `since` to `time`; `date` names that one where it is not the newest any more. */
export const changesQuery = (
	api: Api,
	state: ListState,
	{ since, time, date }: { since: string; time: string; date: string | undefined },
) => {
	const query = { ...listParameters(state), since };
	return queryOptions({
		queryKey: ['signals', 'changes', time, query],
		queryFn: () => api.signals.sectorChartChanges({ query: date === undefined ? query : { ...query, date } }),
		staleTime: Number.POSITIVE_INFINITY,
	});
};
