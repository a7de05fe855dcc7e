import type { CapBucket } from '@sw/domain/prices/buckets';
import { findInterval, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { TopTable } from '../../lib/api/types.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

const TOP_ROWS = 20;

export interface TableOptions {
	interval: TopInterval;
	cap: CapBucket;
}

/** One table of the top page, as stored in a ticker's URL. */
export interface NamedTable extends TableOptions {
	category: TopCategory;
}

/** Queries a table of the top page. With a licence, the table includes the current hour and prices that can't be shown publicly. */
export function topTableQuery(api: Api, category: TopCategory, options: TableOptions, hasLicence: boolean) {
	const { interval, cap } = options;
	return queryOptions({
		queryKey: ['prices', 'top', category, interval, cap, hasLicence],
		queryFn: () => loadTopTable(api, category, options, hasLicence),
		refetchInterval: REFRESH_MS,
	});
}

export function loadLandingTable(api: Api, category: TopCategory, { interval, cap }: TableOptions, size: number): Promise<TopTable> {
	return api.prices.landingTable({ query: { category, interval, size, ...(cap === 'all' ? {} : { marketcap: [cap] }) } });
}

/** Returns the rows to show. In tables of short intervals, changes that are probably data errors are left out. */
export function filterShownRows(table: TopTable, category: TopCategory): TopTable['items'] {
	return table.items.filter((row) => isPlausible(table, category, row.price_change));
}

async function loadTopTable(api: Api, category: TopCategory, options: TableOptions, hasLicence: boolean): Promise<TopTable> {
	const { interval, cap } = options;
	if (!hasLicence) return loadLandingTable(api, category, options, TOP_ROWS);
	if (interval !== 'hour' || cap !== 'all') return api.prices.analysis({ query: { category, interval, cap, size: TOP_ROWS } });
	// The table of the newest bars: last hour, all market caps.
	const { items } = await api.prices.topsRealTime({ query: { categories: [category] } });
	return items[0] as TopTable;
}

/** Larger changes over a short interval are probably data errors. As fractions. */
const MAX_GAIN = 9;
const MAX_LOSS = -0.9;

function isPlausible({ interval }: TopTable, category: TopCategory, change: number): boolean {
	if (!findInterval(interval).short) return true;
	return category === 'gainers' ? change < MAX_GAIN : category === 'losers' ? change >= MAX_LOSS : true;
}
