import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import { WATCHLISTS_KEY } from '../../entities/watchlists/watchlists-query.ts';
import type { Api } from '../../lib/api/client.ts';

export type Watchlist = AnswerOf<Contract['filters']['watchlist']>;
export type WatchlistEntry = Watchlist['entries'][number];
export type WatchlistChange = InputOf<Contract['filters']['changeWatchlist']>['body'];

export function watchlistQuery(api: Api, id: number) {
	return queryOptions({ queryKey: [...WATCHLISTS_KEY, id], queryFn: () => api.filters.watchlist({ params: { id } }) });
}

export function sharedWatchlistQuery(api: Api, token: string) {
	return queryOptions({
		queryKey: [...WATCHLISTS_KEY, 'shared', token],
		queryFn: () => api.filters.sharedWatchlist({ params: { token } }),
		retry: false,
	});
}
