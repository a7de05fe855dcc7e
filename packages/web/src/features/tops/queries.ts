import type { CapBucket } from '@sw/domain/prices/cap';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

/** The landing page's tables, in the order in which they stand. */
export const LANDING_TABLES = ['gainers', 'losers', 'active', 'unusual_volume'] as const;
/** Those of the top page. */
export const TOP_TABLES = ['active', 'gainers', 'losers', 'unusual_volume'] as const;
export type TableCategory = (typeof LANDING_TABLES)[number];
export const LANDING_ROWS = 15;
const TOP_ROWS = 20;

export interface TableChoice {
	interval: TopInterval;
	cap: CapBucket;
}

const tableQuery = (api: Api, category: TableCategory, { interval, cap }: TableChoice, size: number) =>
	queryOptions({
		queryKey: ['prices', 'top', category, interval, cap, size],
		queryFn: () => api.prices.landingTable({ query: { category, interval, size, ...(cap === 'all' ? {} : { marketcap: [cap] }) } }),
		refetchInterval: REFRESH_MS,
	});

/** The day's, over all caps. */
export const LANDING_CHOICE: TableChoice = { interval: 'day', cap: 'all' };

/** A table of the landing page. */
export const landingTableQuery = (api: Api, category: TableCategory) => tableQuery(api, category, LANDING_CHOICE, LANDING_ROWS);

export const topTableQuery = (api: Api, category: TableCategory, choice: TableChoice) => tableQuery(api, category, choice, TOP_ROWS);

/** Closes of every ticker in the four tables. */
const sparklines = (api: Api, { interval, cap }: TableChoice, size: number) =>
	queryOptions({
		queryKey: ['prices', 'sparklines', interval, cap, size],
		queryFn: () => api.prices.landingCharts({ query: { interval, size, ...(cap === 'all' ? {} : { marketcap: [cap] }) } }),
		refetchInterval: REFRESH_MS,
	});

export const sparklinesQuery = (api: Api) => sparklines(api, LANDING_CHOICE, LANDING_ROWS);
export const topSparklinesQuery = (api: Api, choice: TableChoice) => sparklines(api, choice, TOP_ROWS);
