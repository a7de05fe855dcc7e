import type { MentionTimeframe } from '@sw/domain/attention/interval';
import type { MentionSource } from '@sw/domain/prices/blocks';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { PAST_RESULTS_STALE_MS, REFRESH_MS } from '../../lib/refresh.ts';

export interface MentionSelection {
	source: MentionSource;
	timeframe: MentionTimeframe;
	withRetweets: boolean;
}

/** Requests what followed hours with unusually many mentions of a ticker. Mentions are added up over all sources that count the ticker. */
export function followedQuery(api: Api, id: number, withRetweets: boolean) {
	return queryOptions({
		queryKey: ['attention', 'followed', id, withRetweets],
		queryFn: () => api.attention.analyticsFollowed({ query: { ticker_id: id, with_retweets: withRetweets } }),
		staleTime: PAST_RESULTS_STALE_MS,
	});
}

/** Requests a ticker's mentions over 30 days. The count of the current interval is projected to the interval's end. */
export function tickerMentionsQuery(api: Api, id: number, { source, timeframe, withRetweets }: MentionSelection) {
	return queryOptions({
		queryKey: ['attention', 'ticker', id, source, timeframe, withRetweets],
		queryFn: () =>
			api.attention.analyticsTicker({ query: { ticker_id: id, source, timeframe, with_retweets: withRetweets, is_approximated: true } }),
		refetchInterval: REFRESH_MS,
	});
}
