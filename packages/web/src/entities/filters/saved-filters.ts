import type { AnswerOf } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import type { Tab } from '@sw/domain/signals/sector';
import { type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type FilterList = NonNullable<AnswerOf<Contract['filters']['filters']>>;
export type FilterSetting = FilterList['items'][number];

const NONE: FilterList = { items: [], limit: 0, allowed: 0, black_list_count: 0, total_count: 0 };

/** All filters that the reader may use, built-in ones included. 204 is an empty list. */
export const filtersQuery = (api: Api) =>
	queryOptions({
		queryKey: ['filters', 'list'],
		queryFn: async (): Promise<FilterList> => (await api.filters.filters({ query: {} })) ?? NONE,
	});

/** What narrows the list of filters. */
export interface FilterNarrowing {
	tab: Tab | undefined;
	timeframes: StrategyName | undefined;
	/** Only those with alerts, or only those without; both on or both off is all. */
	favorite: boolean;
	dislike: boolean;
}

/** The filters of a tab, of timeframes, and with or without alerts. 204 is an empty list. */
export function narrowedFiltersQuery(api: Api, { tab, timeframes, favorite, dislike }: FilterNarrowing) {
	const query = {
		...(tab === undefined ? {} : { tab }),
		...(timeframes === undefined ? {} : { timeframes: strategyNamed(timeframes).slots.map((slot) => TIMEFRAMES[slot].name) }),
		...(favorite === dislike ? {} : { is_favorite: favorite }),
	};
	if (Object.keys(query).length === 0) return filtersQuery(api);
	return queryOptions({
		queryKey: ['filters', 'list', JSON.stringify(query)],
		queryFn: async (): Promise<FilterList> => (await api.filters.filters({ query })) ?? NONE,
	});
}
