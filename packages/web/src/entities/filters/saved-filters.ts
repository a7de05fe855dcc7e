import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type FilterList = NonNullable<AnswerOf<Contract['filters']['filters']>>;
export type FilterSetting = FilterList['items'][number];

/** The filter list for a response without content (204). */
export const NO_FILTERS: FilterList = { items: [], limit: 0, allowed: 0, black_list_count: 0, total_count: 0 };

/** Queries all filters available to the reader, including built-in ones. */
export function filtersQuery(api: Api) {
	return queryOptions({
		queryKey: ['filters', 'list'],
		queryFn: async (): Promise<FilterList> => (await api.filters.filters({ query: {} })) ?? NO_FILTERS,
	});
}
