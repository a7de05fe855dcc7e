import { pickKeys } from '../../lib/address/search-params.ts';

/** The page's address, which its route reads before the page loads; top-state.ts reads its values. */
export interface TopSearch {
	interval?: string | string[];
	marketcap?: string | string[];
	tables?: string | string[];
}

export function topSearch(search: Record<string, unknown>): TopSearch {
	return pickKeys(search, ['interval', 'marketcap', 'tables']);
}
