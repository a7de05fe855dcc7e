import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Watchlists = AnswerOf<Contract['filters']['watchlists']>;

/** Every question about watchlists: each becomes stale when one changes. */
export const WATCHLISTS = ['watchlists'] as const;

/** The account's watchlists, in their order. */
export function watchlistsQuery(api: Api) {
	return queryOptions({ queryKey: [...WATCHLISTS, 'all'], queryFn: () => api.filters.watchlists() });
}
