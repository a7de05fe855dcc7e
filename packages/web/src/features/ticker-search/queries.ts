import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export const MAX_SUGGESTIONS = 8;
export const PAGE_ROWS = 20;

/** Searches tickers: first symbols that begin with the text, then names that contain it. `page`: one-based. */
export function tickersQuery(api: Api, text: string, max: number, page = 1) {
	return queryOptions({
		queryKey: ['prices', 'tickers', text, max, page],
		queryFn: () => api.prices.tickers({ query: { ...(text ? { part: text } : {}), max, skip: (page - 1) * max } }),
	});
}
