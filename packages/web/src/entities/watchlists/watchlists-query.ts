import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Watchlists = AnswerOf<Contract['filters']['watchlists']>;

/** Key prefix of all queries about watchlists. One prefix for all, because a change to one affects all of them. */
export const WATCHLISTS_KEY = ['watchlists'] as const;

/** Queries the account's watchlists, in the order that the reader has set. */
export function watchlistsQuery(api: Api) {
	return queryOptions({ queryKey: [...WATCHLISTS_KEY, 'all'], queryFn: () => api.filters.watchlists() });
}
