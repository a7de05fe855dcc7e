import type { Filter } from '@sw/domain/filters/filter';
import { type FrozenEntry, type FrozenList, hiddenIds, isEverywhere, nextThaw, selectActiveFreezes } from '@sw/domain/filters/frozen';
import type { PersonalLists } from '@sw/domain/filters/personal';
import { createUserCache, type UserCache } from '../../platform/user-cache.ts';
import type { FilterAreaRecords } from './ports.ts';

/** A user's filters, frozen tickers and favourites, as they were when they were read. */
export interface UserLists {
	readonly filters: readonly Filter[];
	readonly frozen: readonly FrozenEntry[];
	readonly favorites: ReadonlySet<number>;
	/** A filter that the user owns, or a built-in one. */
	filter(id: number): Filter | undefined;
	/** Ids of tickers that are hidden in the list now. The same Set object until a freeze ends, so it can be used as a cache key. */
	findHidden(list: FrozenList): ReadonlySet<number>;
	/** Ids of tickers that are frozen in all lists now. */
	hiddenEverywhere(): ReadonlySet<number>;
	/** Ids of tickers that are frozen in any list now. */
	frozenAnywhere(): ReadonlySet<number>;
}

/** Cache of the lists of each user. */
export type UserListsCache = UserCache<UserLists>;

const NO_TICKERS: ReadonlySet<number> = new Set();

/** `now` is the clock by which frozen entries expire. */
export function createUserListsCache(records: Pick<FilterAreaRecords, 'personalOf'>, now: () => number): UserListsCache {
	return createUserCache(async (userId) => createUserLists(await records.personalOf(userId), now));
}

function createUserLists({ filters, frozen, favorites }: PersonalLists, now: () => number): UserLists {
	const filtersById = new Map(filters.map((filter) => [filter.id, filter]));
	const cachedSets = new Map<string, ReadonlySet<number>>();
	let validUntil = nextThaw(frozen, now());
	const getCachedSet = (key: string, build: (at: number) => ReadonlySet<number>): ReadonlySet<number> => {
		const at = now();
		if (at >= validUntil) {
			cachedSets.clear();
			validUntil = nextThaw(frozen, at);
		}
		const ids = cachedSets.get(key) ?? build(at);
		cachedSets.set(key, ids);
		return ids;
	};
	return {
		filters,
		frozen,
		favorites: new Set(favorites),
		filter: (id) => filtersById.get(id),
		findHidden: (list) =>
			frozen.length === 0 ? NO_TICKERS : getCachedSet(`${list.filterId} ${list.tab}`, (at) => hiddenIds(frozen, list, at)),
		hiddenEverywhere: () =>
			getCachedSet(
				'every',
				(at) =>
					new Set(
						selectActiveFreezes(frozen, at)
							.filter(isEverywhere)
							.map(({ tickerId }) => tickerId),
					),
			),
		frozenAnywhere: () =>
			getCachedSet('any', (at) => new Set(frozen.filter(({ until }) => until === null || until > at).map(({ tickerId }) => tickerId))),
	};
}
