import { pickKeys } from '../../lib/address/search-params.ts';

const KEYS = ['time', 'key', 'depth', 'over'] as const;
export type BreadthSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

export const breadthSearch = (search: Record<string, unknown>): BreadthSearch => pickKeys(search, KEYS);
