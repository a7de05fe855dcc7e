import { asWhole, queryReader, type Refusal } from '../../lib/query-reader.ts';

export interface SearchSearch {
	q?: string | string[];
	page?: string | string[];
}

const LAST_PAGE = 999;

export const readSearch = (search: SearchSearch): { part: string; page: number; refused: Refusal[] } => {
	const read = queryReader({ page: search.page });
	const page = read.one('page', asWhole(1, LAST_PAGE), 1);
	return { part: [search.q ?? ''].flat()[0]?.trim().slice(0, 60) ?? '', page, refused: read.refused };
};
