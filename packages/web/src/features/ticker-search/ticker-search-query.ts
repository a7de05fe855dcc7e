import { type InvalidValue, queryReader, readInteger } from '../../lib/address/query-reader.ts';

export interface TickerSearchQuery {
	q?: string | string[];
	page?: string | string[];
}

const LAST_PAGE = 999;

export function readTickerSearchQuery(search: TickerSearchQuery): { part: string; page: number; refused: InvalidValue[] } {
	const read = queryReader({ page: search.page });
	const page = read.one('page', readInteger(1, LAST_PAGE), 1);
	return { part: [search.q ?? ''].flat()[0]?.trim().slice(0, 60) ?? '', page, refused: read.refused };
}
