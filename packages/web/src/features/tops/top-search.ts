import { pickKeys } from '../../lib/address/search-params.ts';

/** Search parameters of the page. Its route reads them before the page loads; top-state.ts interprets their values. */
export interface TopSearch {
	interval?: string | string[];
	marketcap?: string | string[];
	tables?: string | string[];
}

export function pickTopSearch(search: Record<string, unknown>): TopSearch {
	return pickKeys(search, ['interval', 'marketcap', 'tables']);
}
