import type { Timeframe } from '@sw/domain/time/timeframe';
import { queryOptions } from '@tanstack/react-query';
import { DEFAULT_STATE, withTab } from '../../entities/list-state/state.ts';
import { reportParameters } from '../../entities/readings/list-queries.ts';
import { tickerReportQuery } from '../../entities/ticker/place.ts';
import { createTickerState, type Range, rangeStart } from '../../entities/ticker/ticker-state.ts';
import { findTicker } from '../../entities/ticker-links/find-ticker.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { Api } from '../../lib/api/client.ts';
import type { TickerDetail } from '../../lib/api/types.ts';
import { msOf } from '../../lib/format/times.ts';

/** A compared ticker whose symbol is known in this market. */
export interface ComparedTicker {
	readonly id: number;
	readonly symbol: string;
	/** Position among the symbols in the URL, from 0. Each position has its own line style. */
	readonly index: number;
}

/** The wheel of a compared ticker. */
export interface ComparedWheel {
	/** undefined while loading; null if the ticker isn't in the report. */
	readonly data: TickerDetail | null | undefined;
	readonly error: Error | null;
	readonly refetch: () => unknown;
}

/** The wheels are read from the free tab, the list of all tickers. */
export const WHEEL_STATE = createTickerState(withTab(DEFAULT_STATE, 'free'));

/** Finds the id of the ticker with this symbol; null if there is none. */
export function symbolQuery(api: Api, symbol: string) {
	return queryOptions({
		queryKey: ['prices', 'symbol', symbol],
		queryFn: async () => (await findTicker(api, symbol)) ?? null,
	});
}

/** Requests a ticker's bars up to a report; null if there are none. */
export function barsQuery(api: Api, id: number, timeframe: Timeframe, range: Range | undefined, report: string) {
	const from = rangeStart(range, timeframe, msOf(report));
	return queryOptions({
		queryKey: ['prices', 'compared', id, timeframe, report, from ?? null],
		queryFn: async () => {
			const { items } = await api.prices.charts({
				query: { ticker_id: id, timeframe, to: report, ...(from === undefined ? {} : { from }) },
			});
			return items[0] ?? null;
		},
	});
}

/** Requests a ticker's wheel in a report; null if the ticker isn't in the report. */
export function wheelQuery(api: Api, id: number, report: string) {
	const query = { ...tickerReportQuery(WHEEL_STATE), ...reportParameters({ date: report, version: undefined }) };
	return queryOptions({
		queryKey: ['signals', 'compared', id, report],
		queryFn: () =>
			api.signals.sectorChartHistoryOne({ params: { id }, query }).catch((error: unknown) => {
				if (error instanceof ApiError && error.status === 404) return null;
				throw error;
			}),
		// A retry is useless if the licence doesn't include the report.
		retry: (failures, error) => failures === 0 && !isLocked(error),
	});
}

/** Returns whether the request failed because the reader's licence is too low. */
export function isLocked(error: unknown): boolean {
	return error instanceof ApiError && error.status === 403;
}
