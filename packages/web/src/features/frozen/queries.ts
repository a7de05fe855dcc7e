import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { ScopeName } from '../../entities/frozen/scopes.ts';
import { pageParameters, readingParameters } from '../../entities/list-state/parameters.ts';
import type { Api } from '../../lib/api/client.ts';
import type { FrozenState } from './frozen-state.ts';

export type FrozenList = AnswerOf<Contract['signals']['sectorChartBlackList']>;
export type FrozenItem = FrozenList['items'][number];
export type FrozenUnder = NonNullable<FrozenItem['frozen']>[number];

/** Whether the scope is a filter and none has been chosen yet: there is nothing to show. */
export function lacksFilter({ list, scope }: FrozenState): boolean {
	return scope === 'filter' && list.filter === undefined;
}

/** One page of the frozen tickers of a scope, with the map of all. The filter scope without a filter has no tickers: only the map is needed. */
export function frozenQuery(api: Api, { list, scope }: FrozenState) {
	const requestedScope: ScopeName = lacksFilter({ list, scope }) ? 'all' : scope;
	const query = { ...readingParameters(list), ...pageParameters({ ...list, view: 'cards' }), scope: requestedScope };
	return queryOptions({
		queryKey: ['signals', 'frozen', query],
		queryFn: () => api.signals.sectorChartBlackList({ query }),
	});
}
