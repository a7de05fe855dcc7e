import type { Api } from '../../lib/api/client.ts';

/** Returns the id of the ticker with this symbol; undefined if there is none. */
export async function findTicker(api: Api, text: string): Promise<number | undefined> {
	const symbol = text.trim();
	if (symbol === '') return undefined;
	// Ten results are enough: the API lists symbols that start with the text first, and the shortest of them before all others.
	const { items } = await api.prices.tickers({ query: { part: symbol, max: 10 } });
	return items.find(({ ticker }) => ticker.toUpperCase() === symbol.toUpperCase())?.ticker_id;
}
