import { TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import { type FilterList, filtersQuery, NO_FILTERS } from '../../entities/filters/saved-filters.ts';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { queryReader, readOneOf } from '../../lib/address/query-reader.ts';
import type { Api } from '../../lib/api/client.ts';

/** The address of the filter list; `edit` opens one filter. */
export interface NarrowingSearch {
	tabType?: string;
	strategyTimeframe?: string;
	favorite?: string;
	dislike?: string;
	edit?: string;
}

/** Narrows the list of filters. */
export interface FilterNarrowing {
	tab: Tab | undefined;
	timeframes: StrategyName | undefined;
	/** Only those with alerts, or only those without; both on or both off means all. */
	favorite: boolean;
	dislike: boolean;
}

export function readNarrowing(search: NarrowingSearch): FilterNarrowing {
	const read = queryReader({ ...search });
	return {
		tab: read.one<Tab | undefined>('tabType', readOneOf(TABS.map(({ name }) => name)), undefined),
		timeframes: read.one<StrategyName | undefined>('strategyTimeframe', readOneOf(STRATEGIES.map(({ name }) => name)), undefined),
		favorite: read.flag('favorite'),
		dislike: read.flag('dislike'),
	};
}

export function writeNarrowing({ tab, timeframes, favorite, dislike }: FilterNarrowing): NarrowingSearch {
	return toDotted({ tabType: tab, strategyTimeframe: timeframes, favorite: favorite || undefined, dislike: dislike || undefined });
}

/** Filters by tab, timeframes and alerts. */
export function narrowedFiltersQuery(api: Api, { tab, timeframes, favorite, dislike }: FilterNarrowing) {
	const query = {
		...(tab === undefined ? {} : { tab }),
		...(timeframes === undefined ? {} : { timeframes: strategyNamed(timeframes).slots.map((slot) => TIMEFRAMES[slot].name) }),
		...(favorite === dislike ? {} : { is_favorite: favorite }),
	};
	if (Object.keys(query).length === 0) return filtersQuery(api);
	return queryOptions({
		queryKey: ['filters', 'list', JSON.stringify(query)],
		queryFn: async (): Promise<FilterList> => (await api.filters.filters({ query })) ?? NO_FILTERS,
	});
}
