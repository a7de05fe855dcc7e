import { pick } from '../../lib/search-params.ts';

const KEYS = ['time', 'key', 'depth', 'over'] as const;
export type BreadthSearch = { [K in (typeof KEYS)[number]]?: string | string[] };

export const breadthSearch = (search: Record<string, unknown>): BreadthSearch => pick(search, KEYS);
