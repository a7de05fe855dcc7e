import { NO_SUCH_FILTER, NO_SUCH_TICKER, VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import { queryOptions } from '@tanstack/react-query';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import { reportParameters } from '../../entities/readings/list-queries.ts';
import type { RequestedReport } from '../../entities/readings/reading.ts';
import { tickerReportQuery } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** Requests a ticker for a visitor. Never load it in advance, because each ticker counts towards the visitor's allowance. */
export function visitorTickerQuery(api: Api, id: number, { list }: TickerState) {
	return queryOptions({
		queryKey: ['signals', 'ticker', id, 'visitors', list.tab, list.operation, list.strategy, list.filter],
		queryFn: async () => {
			const query = { tab_type: list.tab, operation: list.operation, timeframes: strategyTimeframes(list) };
			const fetchTicker = (extra: { filter?: number }) => api.signals.landingSectorChart({ params: { id }, query: { ...query, ...extra } });
			if (list.filter === undefined) return fetchTicker({});
			// The filter in the URL may belong to another account. The ticker is then shown without the filter.
			return fetchTicker({ filter: list.filter }).catch((error: unknown) => {
				if (isUnknownFilter(error)) return fetchTicker({});
				throw error;
			});
		},
		// No retry after the allowance is used up, because a new one is only given the next day.
		retry: (failures, error) => failures === 0 && !isAllowanceUsedUp(error),
		refetchInterval: ({ state }) => (isAllowanceUsedUp(state.error) ? false : REFRESH_MS),
	});
}

function isAllowanceUsedUp(error: unknown): boolean {
	return findMissingReason(error) === 'allowance';
}

/** Requests the public part of a ticker. It doesn't count towards the allowance. */
export function outlineQuery(api: Api, id: number, { list }: TickerState) {
	return queryOptions({
		queryKey: ['signals', 'ticker', id, 'outline', list.tab, list.operation, list.strategy],
		queryFn: () =>
			api.signals.landingOutline({
				params: { id },
				query: { tab_type: list.tab, operation: list.operation, timeframes: strategyTimeframes(list) },
			}),
		refetchInterval: REFRESH_MS,
	});
}

/** Requests a ticker of a report for a trader. */
export function workspaceTickerQuery(api: Api, id: number, state: TickerState, { time, date, version }: RequestedReport) {
	const query = tickerReportQuery(state);
	return queryOptions({
		queryKey: ['signals', 'ticker', id, time, version ?? null, query],
		queryFn: () =>
			date === undefined
				? api.signals.sectorChart({ params: { id }, query })
				: api.signals.sectorChartHistoryOne({ params: { id }, query: { ...query, ...reportParameters({ date, version }) } }),
	});
}

/** Why a ticker isn't shown: unknown symbol, not in this report, or the visitor's daily allowance is used up. */
export type MissingReason = 'unknown' | 'report' | 'allowance';

export function findMissingReason(error: unknown): MissingReason {
	const detail = error instanceof ApiError ? error.problem?.detail : undefined;
	if (detail === VISITOR_LIMIT_REACHED) return 'allowance';
	return detail === NO_SUCH_TICKER ? 'unknown' : 'report';
}

/** Reads the reason from the data of a not-found page. A used-up allowance isn't among these reasons, because the page is still shown. */
export function readNotFoundReason(data: unknown): Exclude<MissingReason, 'allowance'> {
	return data === 'report' ? data : 'unknown';
}

function isUnknownFilter(error: unknown): boolean {
	return error instanceof ApiError && error.problem?.detail === NO_SUCH_FILTER;
}
