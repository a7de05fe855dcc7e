import { unlistedHead } from '../lib/head.ts';
import type { RouterContext } from '../lib/router-context.ts';

interface HeadContext {
	match: { search: { tickerName?: unknown }; context: Pick<RouterContext, 'origin' | 'queryClient'> };
	params: { id: string };
}

/** Returns the head of a ticker's protected page. `part`: last part of its path. The symbol is from the loaded data or the URL. */
export function tickerPartHead(part: string, words: { title(ticker: string): string; description(ticker: string): string }) {
	return ({ match, params }: HeadContext) => {
		const name = match.search.tickerName;
		const cachedTickers = match.context.queryClient.getQueriesData<{ ticker: string }>({
			queryKey: ['signals', 'ticker', Number(params.id)],
		});
		const ticker = cachedTickers.find(([, cachedTicker]) => cachedTicker)?.[1]?.ticker ?? (typeof name === 'string' ? name : params.id);
		return unlistedHead(`/ticker/${params.id}/${part}`, words.title(ticker), words.description(ticker))({ match });
	};
}
