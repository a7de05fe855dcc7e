/** The readers of the product, and the trader's initial data. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { RunningProduct } from './fixtures.ts';

export type Reader = 'visitor' | 'basic' | 'premium' | 'pro' | 'admin';

/** The site of a running product; `product` if it runs in this process. */
export type Site = Pick<RunningProduct, 'url' | 'folder'> & Partial<Pick<RunningProduct, 'product'>>;

/** Signs a demo account in; the context's pages then have its cookies. A visitor stays signed out. */
export async function signIn(context: BrowserContext, { url, folder, product }: Site, reader: Reader): Promise<void> {
	if (reader === 'visitor') return;
	// All tests of a run share one IP, and sign in more often within a quarter-hour of the fake clock than any household.
	await product?.stores.records.pool.query('delete from attempts');
	const password = readFileSync(join(folder, 'demo-password'), 'utf8').trim();
	const response = await context.request.post(`${url}/api/auth/login`, {
		data: { email: `${reader}@demo.test`, password },
		headers: { origin: new URL(url).origin },
	});
	if (!response.ok()) throw new Error(`Signing in as ${reader} failed: ${response.status()} ${await response.text()}`);
}

/** Values of the running product needed in paths. */
export interface Facts {
	/** Id of a ticker at the top of a list. */
	ticker: number;
	/** Id of the ticker at the top of the extreme-rise list. */
	riser: number;
	/** Id of the trader's own saved filter on the tab free; a built-in one until there is one. */
	filter: number;
	/** Name of a report of the previous session. */
	report: string;
}

export async function fetchFacts({ request }: BrowserContext, { url }: Site): Promise<Facts> {
	const list = await (await request.get(`${url}/api/sector-charts?tab_type=free`)).json();
	const risers = await (await request.get(`${url}/api/sector-charts?tab_type=extreme_rise`)).json();
	const dates = await (await request.get(`${url}/api/sector-charts/history/dates?from=2026-01-01&to=2026-12-31&max=40`)).json();
	const filters = await (await request.get(`${url}/api/filters?tab=free`)).json();
	return {
		filter: filters.items.at(-1).id,
		ticker: list.items[0].ticker_id,
		riser: risers.items[0].ticker_id,
		report: dates.items.at(-1).date,
	};
}

const FILTER = {
	tab: 'free',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
	name: 'Busy hour',
	comment: 'More shares than usual for the time of day.',
};

/** Gives the signed-in trader a filter, two favourites and two frozen tickers, unless they exist. */
export async function seedTrader({ request }: BrowserContext, { url }: Site): Promise<void> {
	const headers = { origin: url };
	const ownFilters = await (await request.get(`${url}/api/filters`)).json();
	if (ownFilters.limit > 0) return;
	await request.post(`${url}/api/filters`, { data: FILTER, headers });
	const { items } = await (await request.get(`${url}/api/sector-charts?tab_type=free&max=10`)).json();
	for (const { ticker_id } of items.slice(1, 3)) await request.post(`${url}/api/favorites`, { data: { ticker: ticker_id }, headers });
	const [first, second] = items.slice(5, 7);
	await request.post(`${url}/api/black-list`, {
		data: { tickers: [first.ticker_id], reason: 'Merger: the price hardly moves.', until: '2026-12-01T05:00:00Z' },
		headers,
	});
	await request.post(`${url}/api/black-list`, { data: { tickers: [second.ticker_id] }, headers });
}

/** Removes filters, frozen tickers, favourites, alerts, messages and more from the signed-in account: the journeys of a project share the demo accounts. */
export async function clearAccount({ request }: BrowserContext, { url }: Site): Promise<void> {
	const headers = { origin: url };
	const fetchItems = async (path: string) => {
		const response = await request.get(`${url}/api/${path}`);
		return response.status() === 204 ? [] : (await response.json()).items;
	};
	for (const { id, is_branded } of await fetchItems('filters'))
		if (!is_branded) await request.delete(`${url}/api/filters/${id}`, { headers });
	const frozen = new Set((await fetchItems('sector-charts/black-list')).map((item: { ticker_id: number }) => item.ticker_id));
	if (frozen.size > 0) await request.delete(`${url}/api/black-list?tickers=${[...frozen].join(',')}`, { headers });
	for (const { id } of await fetchItems('alerts')) await request.delete(`${url}/api/alerts/${id}`, { headers });
	for (const { id } of await fetchItems('watchlists')) await request.delete(`${url}/api/watchlists/${id}`, { headers });
	for (const { id } of await fetchItems('decisions?max=100')) await request.delete(`${url}/api/decisions/${id}`, { headers });
	for (const { id } of await fetchItems('messages?max=100')) await request.delete(`${url}/api/messages/${id}`, { headers });
	for (const { ticker_id } of await fetchItems('sector-charts?tab_type=free&list_type=favorites&max=100'))
		await request.post(`${url}/api/favorites`, { data: { ticker: ticker_id, favorite: false }, headers });
}
