import { pick, type RawSearch } from '../../lib/search-params.ts';

const KEYS = ['view', 'q', 'status', 'role', 'sort_by', 'sort_dir', 'page'] as const;
export type AdminSearch = { [K in (typeof KEYS)[number]]?: string };

/** Keeps what this page knows; values are judged when they are read. */
export const adminSearch = (search: RawSearch): AdminSearch =>
	Object.fromEntries(Object.entries(pick(search, KEYS)).map(([key, value]) => [key, Array.isArray(value) ? (value[0] ?? '') : value]));
