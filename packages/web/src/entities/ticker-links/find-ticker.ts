import type { Api } from '../../lib/api/client.ts';

/** The id of the ticker with a symbol; undefined where there is none. */
export async function findTicker(api: Api, text: string): Promise<number | undefined> {
	const symbol = text.trim();
	if (symbol === '') return undefined;
	// Symbols that start with the text come first, the shortest before all others.
	const { items } = await api.prices.tickers({ query: { part: symbol, max: 10 } });
	return items.find(({ ticker }) => ticker.toUpperCase() === symbol.toUpperCase())?.ticker_id;
}
