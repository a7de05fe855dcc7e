import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Watchlists = AnswerOf<Contract['filters']['watchlists']>;
export type Watchlist = AnswerOf<Contract['filters']['watchlist']>;
export type WatchlistEntry = Watchlist['entries'][number];
export type WatchlistChange = InputOf<Contract['filters']['changeWatchlist']>['body'];

const WATCHLISTS = ['watchlists'] as const;

export function watchlistsQuery(api: Api) {
	return queryOptions({ queryKey: [...WATCHLISTS, 'all'], queryFn: () => api.filters.watchlists() });
}

export function watchlistQuery(api: Api, id: number) {
	return queryOptions({ queryKey: [...WATCHLISTS, id], queryFn: () => api.filters.watchlist({ params: { id } }) });
}

export function sharedWatchlistQuery(api: Api, token: string) {
	return queryOptions({
		queryKey: [...WATCHLISTS, 'shared', token],
		queryFn: () => api.filters.sharedWatchlist({ params: { token } }),
		retry: false,
	});
}
