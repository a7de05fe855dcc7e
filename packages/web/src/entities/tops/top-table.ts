import type { CapBucket } from '@sw/domain/prices/buckets';
import { intervalFacts, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import type { TopTable } from '../../lib/api/types.ts';
import { REFRESH_MS } from '../../lib/refresh.ts';

const TOP_ROWS = 20;

export interface TableChoice {
	interval: TopInterval;
	cap: CapBucket;
}

/** One table of the top page, as stored in a ticker's URL. */
export interface NamedTable extends TableChoice {
	category: TopCategory;
}

/** Queries a table of the top page. With a licence, the table includes the current hour and prices that can't be shown publicly. */
export function topTableQuery(api: Api, category: TopCategory, choice: TableChoice, licensed: boolean) {
	const { interval, cap } = choice;
	return queryOptions({
		queryKey: ['prices', 'top', category, interval, cap, licensed],
		queryFn: () => loadTopTable(api, category, choice, licensed),
		refetchInterval: REFRESH_MS,
	});
}

export function loadLandingTable(api: Api, category: TopCategory, { interval, cap }: TableChoice, size: number): Promise<TopTable> {
	return api.prices.landingTable({ query: { category, interval, size, ...(cap === 'all' ? {} : { marketcap: [cap] }) } });
}

/** Returns the rows to show. In tables of short intervals, changes that are probably data errors are left out. */
export function shownRows(table: TopTable, category: TopCategory): TopTable['items'] {
	return table.items.filter((row) => isBelievable(table, category, row.price_change));
}

async function loadTopTable(api: Api, category: TopCategory, choice: TableChoice, licensed: boolean): Promise<TopTable> {
	const { interval, cap } = choice;
	if (!licensed) return loadLandingTable(api, category, choice, TOP_ROWS);
	if (interval !== 'hour' || cap !== 'all') return api.prices.analysis({ query: { category, interval, cap, size: TOP_ROWS } });
	// The table of the newest bars: last hour, all market caps.
	const { items } = await api.prices.topsRealTime({ query: { categories: [category] } });
	return items[0] as TopTable;
}

/** Larger changes over a short interval are probably data errors. As fractions. */
const MAX_GAIN = 9;
const MAX_LOSS = -0.9;

function isBelievable({ interval }: TopTable, category: TopCategory, change: number): boolean {
	if (!intervalFacts(interval).short) return true;
	return category === 'gainers' ? change < MAX_GAIN : category === 'losers' ? change >= MAX_LOSS : true;
}
