import type { Db } from '../records.ts';
import * as blackList from './black-list.ts';
import * as favorites from './favorites.ts';
import * as filters from './filters.ts';
import * as settings from './user-settings.ts';

/** All that makes a user's lists differ from another's. */
export interface PersonalRecords {
	filters: filters.FilterRecord[];
	frozen: blackList.FrozenRecord[];
	favorites: number[];
}

const personalOf = async (db: Db, userId: string): Promise<PersonalRecords> => {
	const [own, frozen, starred] = await Promise.all([
		filters.filtersOf(db, userId),
		blackList.frozenOf(db, userId),
		favorites.favoritesOf(db, userId),
	]);
	return { filters: own, frozen, favorites: starred };
};

const functions = { ...filters, ...blackList, ...favorites, ...settings, personalOf };
type Functions = typeof functions;

/** Every question and change of what users own of lists, over one database. */
export type FilterAreaRecords = {
	[K in keyof Functions]: Functions[K] extends (db: Db, ...rest: infer A) => infer R ? (...rest: A) => R : never;
};

export const filterAreaRecords = (db: Db): FilterAreaRecords =>
	Object.fromEntries(
		Object.entries(functions).map(([name, f]) => [
			name,
			(...rest: unknown[]) => (f as (db: Db, ...rest: unknown[]) => unknown)(db, ...rest),
		]),
	) as unknown as FilterAreaRecords;
