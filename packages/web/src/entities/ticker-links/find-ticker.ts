import type { Api } from '../../lib/api/client.ts';

/** The id of the ticker with this symbol; undefined if there is none. */
export async function findTicker(api: Api, text: string): Promise<number | undefined> {
	const symbol = text.trim();
	if (symbol === '') return undefined;
	// Ten are enough: the API returns symbols that start with the text first, the shortest before all others.
	const { items } = await api.prices.tickers({ query: { part: symbol, max: 10 } });
	return items.find(({ ticker }) => ticker.toUpperCase() === symbol.toUpperCase())?.ticker_id;
}
