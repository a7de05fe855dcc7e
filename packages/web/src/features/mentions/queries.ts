import type { MentionTimeframe } from '@sw/domain/attention/interval';
import type { MentionSource } from '@sw/domain/prices/blocks';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS, SETTLED_MS } from '../../lib/refresh.ts';

export interface MentionSelection {
	source: MentionSource;
	timeframe: MentionTimeframe;
	retweets: boolean;
}

/** Requests what followed hours with unusually many mentions of a ticker. Mentions are added up over all sources that count the ticker. */
export function followedQuery(api: Api, id: number, retweets: boolean) {
	return queryOptions({
		queryKey: ['attention', 'followed', id, retweets],
		queryFn: () => api.attention.analyticsFollowed({ query: { ticker_id: id, with_retweets: retweets } }),
		staleTime: SETTLED_MS,
	});
}

/** Requests a ticker's mentions over 30 days. The current interval is projected from its usual course. */
export function tickerMentionsQuery(api: Api, id: number, { source, timeframe, retweets }: MentionSelection) {
	return queryOptions({
		queryKey: ['attention', 'ticker', id, source, timeframe, retweets],
		queryFn: () =>
			api.attention.analyticsTicker({ query: { ticker_id: id, source, timeframe, with_retweets: retweets, is_approximated: true } }),
		refetchInterval: REFRESH_MS,
	});
}
