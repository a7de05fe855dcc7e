import { pickKeys } from '../../lib/address/search-params.ts';

const KEYS = ['tab', 'strategy', 'conditions', 'sectors', 'from', 'to', 'task', 'part', 'sort', 'dir', 'page'] as const;
export type SearchParams = { [K in (typeof KEYS)[number]]?: string | string[] };

export function pickSearchParams(search: Record<string, unknown>): SearchParams {
	return pickKeys(search, KEYS);
}
