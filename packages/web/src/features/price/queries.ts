import type { Timeframe } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { PAST_RESULTS_STALE_MS, REFRESH_MS } from '../../lib/refresh.ts';

interface ChartRequest {
	timeframe: Timeframe;
	/** Start of the chart; undefined for the full range. */
	from: string | undefined;
	extended: boolean;
}

/** Requests the bars of a timeframe up to a report, with filings and share basis; null without bars. */
export function chartQuery(api: Api, id: number, reportTime: string, { timeframe, from, extended }: ChartRequest) {
	return queryOptions({
		queryKey: ['prices', 'chart', id, timeframe, reportTime, from ?? null, extended],
		queryFn: async () => {
			const query = {
				ticker_id: id,
				timeframe,
				to: reportTime,
				...(from === undefined ? {} : { from }),
				...(extended ? { extended } : {}),
			};
			const { items, basis, later_splits: laterSplits, filings } = await api.prices.charts({ query });
			return items[0] ? { chart: items[0], basis, laterSplits, filings } : null;
		},
	});
}

/** Requests the forecast fan at a report, or the reason why there is none. Reloaded until the fan's bands are measured. */
export function fanQuery(api: Api, id: number, timeframe: Timeframe, reportTime: string) {
	return queryOptions({
		queryKey: ['research', 'fan', id, timeframe, reportTime],
		queryFn: async () => {
			const answer = await api.research.forecastAt({ params: { date: reportTime }, query: { ticker_id: id, timeframe, explain: true } });
			return answer?.items[0] ?? answer?.missing[0]?.reason ?? 'unmeasured';
		},
		staleTime: PAST_RESULTS_STALE_MS,
		refetchInterval: ({ state }) => (state.data === 'unmeasured' ? REFRESH_MS : false),
	});
}
