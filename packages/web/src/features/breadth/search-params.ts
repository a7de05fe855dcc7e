import { pickKeys } from '../../lib/address/search-params.ts';

const KEYS = ['time', 'key', 'depth', 'over'] as const;
export type BreadthSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

export function pickBreadthSearch(search: Record<string, unknown>): BreadthSearch {
	return pickKeys(search, KEYS);
}
