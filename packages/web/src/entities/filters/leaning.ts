import { toConditions } from '@sw/domain/filters/entries';
import { filterDirection } from '@sw/domain/signals/filter';
import type { Operation } from '@sw/domain/signals/sector';
import { timeframeIndex } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ListState } from '../list-state/state.ts';
import { useLicence } from '../session/session-query.ts';
import { type FilterSetting, filtersQuery } from './saved-filters.ts';

type FilterChoice = Pick<ListState, 'filter' | 'unsaved' | 'timeframe'>;

/** Returns the direction of a list's filter on the active timeframe, from its call-heavy and put-heavy conditions; undefined without such conditions. */
export function filterDirectionOf(
	savedFilters: readonly Pick<FilterSetting, 'id' | 'orientation'>[],
	{ filter, unsaved, timeframe }: FilterChoice,
): Operation | undefined {
	return unsaved
		? (filterDirection(toConditions(unsaved.entries), timeframeIndex(timeframe)) ?? undefined)
		: savedFilters.find(({ id }) => id === filter)?.orientation.find((entry) => entry.timeframe === timeframe)?.operation;
}

/** Returns `filterDirectionOf` for the reader's saved filters. Visitors have none. */
export function useFilterDirection(list: FilterChoice): Operation | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	const isTrader = useLicence() != null;
	const { data } = useQuery({ ...filtersQuery(api), enabled: isTrader && list.filter !== undefined });
	return filterDirectionOf(data?.items ?? [], list);
}
