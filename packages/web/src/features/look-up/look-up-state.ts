import { asWhole, queryReader, type Refusal } from '../../lib/query-reader.ts';

export interface LookUpSearch {
	q?: string | string[];
	page?: string | string[];
}

const LAST_PAGE = 999;

export const readLookUp = (search: LookUpSearch): { part: string; page: number; refused: Refusal[] } => {
	const read = queryReader({ page: search.page });
	const page = read.one('page', asWhole(1, LAST_PAGE), 1);
	return { part: [search.q ?? ''].flat()[0]?.trim().slice(0, 60) ?? '', page, refused: read.refused };
};
