import type { PersonalLists } from '@sw/domain/filters/personal';
import type { Db } from '../../records.ts';
import { bindQueries, type Queries } from '../bind-queries.ts';
import * as chartSettings from './chart-settings.ts';
import * as filters from './filters.ts';
import * as frozenTickers from './frozen-tickers.ts';

const QUERIES = { ...filters, ...frozenTickers, ...chartSettings, personalOf };

/** All queries of users' personal list data. */
export type FilterAreaRecords = Queries<typeof QUERIES>;

export function bindFilterAreaRecords(db: Db): FilterAreaRecords {
	return bindQueries(QUERIES, db);
}

async function personalOf(db: Db, userId: string): Promise<PersonalLists> {
	const [ownFilters, frozen, favorites] = await Promise.all([
		filters.filtersOf(db, userId),
		frozenTickers.frozenOf(db, userId),
		frozenTickers.favoritesOf(db, userId),
	]);
	return { filters: ownFilters, frozen, favorites };
}
