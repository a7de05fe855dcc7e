import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadLandingTable, type TableOptions } from '../../entities/tops/top-table.ts';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';
import type { LandingCategory } from './tables.ts';

export const LANDING_ROWS = 15;
/** Interval and market cap tier of the landing tables. */
export const LANDING_CHOICE: TableOptions = { interval: 'day', cap: 'all' };

/** Requests a table of the landing page. */
export function landingTableQuery(api: Api, category: LandingCategory) {
	return queryOptions({
		queryKey: ['prices', 'landing', category],
		queryFn: () => loadLandingTable(api, category, LANDING_CHOICE, LANDING_ROWS),
		refetchInterval: REFRESH_MS,
	});
}

/** Requests the closes of every ticker in the four tables. */
export function sparklinesQuery(api: Api) {
	return queryOptions({
		queryKey: ['prices', 'sparklines'],
		queryFn: () => api.prices.landingCharts({ query: { interval: LANDING_CHOICE.interval, size: LANDING_ROWS } }),
		refetchInterval: REFRESH_MS,
	});
}

/** Returns the ids of the tickers in all tables, each once. The order ignores ranks, because a new ranking alone shouldn't cause a new request. */
export function collectTickerIds(tables: readonly ({ items: readonly { ticker_id: number }[] } | undefined)[]): number[] {
	return [...new Set(tables.flatMap((table) => table?.items.map(({ ticker_id }) => ticker_id) ?? []))].sort((a, b) => a - b);
}

/**
 * Requests closes and wheels for the rows of tables. The wheels are from the newest report that the reader can open, at most as new as `until`. The
 * previous answer stays until the new answer arrives.
 */
export function rowChartsQuery(api: Api, ids: readonly number[], until?: string) {
	return queryOptions({
		queryKey: ['prices', 'beside', ids.join(), until],
		queryFn: () => api.prices.topTickers({ query: { ids, ...(until && { until }) } }),
		enabled: ids.length > 0,
		placeholderData: keepPreviousData,
		refetchInterval: REFRESH_MS,
	});
}

/** Requests the tickers with the most mentions of the day. The day's total is projected from the usual course of a day. */
export function leadersQuery(api: Api) {
	return queryOptions({
		queryKey: ['attention', 'leaders'],
		queryFn: () => api.attention.analyticsLeaders({ query: { is_approximated: true } }),
		refetchInterval: REFRESH_MS,
	});
}

export function urgentQuery(api: Api) {
	return queryOptions({
		queryKey: ['attention', 'urgent'],
		queryFn: () => api.attention.analyticsUrgent(),
		refetchInterval: REFRESH_MS,
	});
}
