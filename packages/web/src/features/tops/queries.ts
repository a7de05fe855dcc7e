import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { loadLandingTable, type TableChoice } from '../../entities/tops/top-table.ts';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';
import type { LandingCategory } from './tables.ts';

export const LANDING_ROWS = 15;
/** Interval and market caps of the landing tables. */
export const LANDING_CHOICE: TableChoice = { interval: 'day', cap: 'all' };

/** A table of the landing page. */
export function landingTableQuery(api: Api, category: LandingCategory) {
	return queryOptions({
		queryKey: ['prices', 'landing', category],
		queryFn: () => loadLandingTable(api, category, LANDING_CHOICE, LANDING_ROWS),
		refetchInterval: REFRESH_MS,
	});
}

/** Closes of every ticker in the four tables. */
export function sparklinesQuery(api: Api) {
	return queryOptions({
		queryKey: ['prices', 'sparklines'],
		queryFn: () => api.prices.landingCharts({ query: { interval: LANDING_CHOICE.interval, size: LANDING_ROWS } }),
		refetchInterval: REFRESH_MS,
	});
}

/** Ids of the tickers in tables, each once. Their order doesn't depend on ranks, so that a new ranking alone causes no new request. */
export function tickersIn(tables: readonly ({ items: readonly { ticker_id: number }[] } | undefined)[]): number[] {
	return [...new Set(tables.flatMap((table) => table?.items.map(({ ticker_id }) => ticker_id) ?? []))].sort((a, b) => a - b);
}

/**
 * Closes and wheels for the rows of tables. Wheels are of the newest report that the reader can open, at the latest `until`. The previous answer stays until
 * the new one arrives.
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

/** Tickers with the most mentions of the day. The day isn't over, so its total is projected from its usual course. */
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
