import type { CapBucket } from '@sw/domain/prices/cap';
import type { TopCategory } from '@sw/domain/prices/top-categories';
import type { TopInterval } from '@sw/domain/prices/top-lists';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { TopTable } from '../../lib/api/types.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';
import type { LandingCategory } from './tables.ts';

export const LANDING_ROWS = 15;
const TOP_ROWS = 20;

export interface TableChoice {
	interval: TopInterval;
	cap: CapBucket;
}

const capOf = (cap: CapBucket) => (cap === 'all' ? {} : { marketcap: [cap] });

const landingTable = (api: Api, category: TopCategory, { interval, cap }: TableChoice, size: number): Promise<TopTable> =>
	api.prices.landingTable({ query: { category, interval, size, ...capOf(cap) } });

/** The day's, over all caps. */
export const LANDING_CHOICE: TableChoice = { interval: 'day', cap: 'all' };

/** A table of the landing page. */
export const landingTableQuery = (api: Api, category: LandingCategory) =>
	queryOptions({
		queryKey: ['prices', 'landing', category],
		queryFn: () => landingTable(api, category, LANDING_CHOICE, LANDING_ROWS),
		refetchInterval: REFRESH_MS,
	});

/** Closes of every ticker in the four tables. */
export const sparklinesQuery = (api: Api) =>
	queryOptions({
		queryKey: ['prices', 'sparklines'],
		queryFn: () => api.prices.landingCharts({ query: { interval: LANDING_CHOICE.interval, size: LANDING_ROWS } }),
		refetchInterval: REFRESH_MS,
	});

/** The newest bars' table, which is the last hour's over all caps. */
const realTime = async (api: Api, category: TopCategory): Promise<TopTable> => {
	const { items } = await api.prices.topsRealTime({ query: { categories: [category] } });
	return items[0] as TopTable;
};

/** A table of the top page. A licence reads what the public may not see, and its hour between reports. */
export const topTableQuery = (api: Api, category: TopCategory, choice: TableChoice, licensed: boolean) => {
	const { interval, cap } = choice;
	const ask = (): Promise<TopTable> => {
		if (!licensed) return landingTable(api, category, choice, TOP_ROWS);
		if (interval === 'hour' && cap === 'all') return realTime(api, category);
		return api.prices.analysis({ query: { category, interval, cap, size: TOP_ROWS } });
	};
	return queryOptions({
		queryKey: ['prices', 'top', category, interval, cap, licensed],
		queryFn: ask,
		refetchInterval: REFRESH_MS,
	});
};

/** Tickers of tables, each once, in an order that their ranks do not change. */
export const tickersIn = (tables: readonly ({ items: readonly { ticker_id: number }[] } | undefined)[]): number[] =>
	[...new Set(tables.flatMap((table) => table?.items.map(({ ticker_id }) => ticker_id) ?? []))].sort((a, b) => a - b);

/** What stands beside the rows: closes, and the wheel of the newest report that the reader may open. What stood there stays until the new one is there. */
export const besideQuery = (api: Api, ids: readonly number[]) =>
	queryOptions({
		queryKey: ['prices', 'beside', ids.join()],
		queryFn: () => api.prices.topTickers({ query: { ids } }),
		enabled: ids.length > 0,
		placeholderData: keepPreviousData,
		refetchInterval: REFRESH_MS,
	});
