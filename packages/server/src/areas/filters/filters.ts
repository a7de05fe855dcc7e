import { filterLimit, filterLimitMessage } from '@sw/domain/access/allowance';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { FilterEntry } from '@sw/domain/filters/entries';
import type { Filter, FilterContent } from '@sw/domain/filters/filter';
import { normalizeName } from '@sw/domain/filters/filter-name';
import { groupFreezes } from '@sw/domain/filters/frozen';
import { type FilterGroup, normalizeConditions } from '@sw/domain/filters/groups';
import type { Operation, Tab } from '@sw/domain/signals/sector';
import type { StrategyName } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { Problem, unknownFilter } from '../../platform/errors.ts';
import type { UserListsCache } from './personal.ts';
import type { FilterAreaRecords } from './ports.ts';
import { countOwnFilters, type FilterList, type FilterSetting, presentFilter } from './present.ts';

export interface FiltersParts {
	records: FilterAreaRecords;
	userLists: UserListsCache;
	/** The wall clock. */
	now: () => UtcMs;
	/** The clock by which frozen entries expire: the market clock if the market is in the past. */
	freezeNow: () => UtcMs;
}

/** A filter as submitted by a form. */
export interface FilterForm {
	/** Version of the filter document. Default: 1. */
	version?: number | undefined;
	tab: Tab;
	timeframes: StrategyName;
	filters: readonly FilterEntry[];
	groups?: readonly FilterGroup[] | undefined;
	name: string;
	operation?: Operation | null | undefined;
	comment?: string | undefined;
}

const NAME_TAKEN = 'You already have a filter with this name';
const HAS_GROUPS = 'This filter has groups, which a document of version 1 would delete: send version 2 of the document.';
const BUILT_IN = 'Only administrators can change built-in filters';

export function createFilters({ records, userLists, now, freezeNow }: FiltersParts) {
	/** Returns the lists after the caller's own change, without waiting for the notification of the change. */
	const reloadLists = async (userId: string) => {
		userLists.forget(userId);
		return userLists.get(userId);
	};

	const presentAfterChange = async (userId: string, filter: Filter): Promise<FilterSetting> =>
		presentFilter(filter, await reloadLists(userId), freezeNow());

	/** Finds a filter of the user; 404 for another user's filter, 403 for a built-in one. */
	const requireOwnFilter = async (userId: string, id: number): Promise<Filter> => {
		const filter = (await userLists.get(userId)).filter(id);
		if (!filter) throw unknownFilter('id');
		if (filter.userId === null) throw new Problem('denied', { detail: BUILT_IN });
		return filter;
	};

	return {
		/** Undefined if no filter matches the query. */
		list: async (
			{ id: userId, licence }: CallerAccount,
			query: { tab?: Tab | undefined; timeframes?: StrategyName | undefined; is_favorite?: boolean | undefined },
		): Promise<FilterList | undefined> => {
			const lists = await userLists.get(userId);
			const items = lists.filters.filter(
				(filter) =>
					(query.tab === undefined || filter.tab === query.tab) &&
					(query.timeframes === undefined || filter.strategy === query.timeframes) &&
					(query.is_favorite === undefined || (filter.feedPosition !== null) === query.is_favorite),
			);
			if (items.length === 0) return undefined;
			const at = freezeNow();
			return {
				items: items.map((filter) => presentFilter(filter, lists, at)),
				limit: countOwnFilters(lists),
				allowed: filterLimit(licence),
				black_list_count: groupFreezes(lists.frozen, at).count,
				total_count: items.length,
			};
		},

		read: async ({ id: userId }: CallerAccount, id: number): Promise<FilterSetting> => {
			const lists = await userLists.get(userId);
			const filter = lists.filter(id);
			if (!filter) throw unknownFilter('id');
			return presentFilter(filter, lists, freezeNow());
		},

		/** Returns the built-in filter of a tab; undefined if there is none, or it is for other timeframes. */
		builtInDefault: async (
			{ id: userId }: CallerAccount,
			query: { tab: Tab; timeframes?: StrategyName | undefined },
		): Promise<FilterSetting | undefined> => {
			const lists = await userLists.get(userId);
			const filter = lists.filters.find(({ userId: owner, tab }) => owner === null && tab === query.tab);
			if (!filter || (query.timeframes !== undefined && query.timeframes !== filter.strategy)) return undefined;
			return presentFilter(filter, lists, freezeNow());
		},

		create: async ({ id: userId, licence }: CallerAccount, form: FilterForm): Promise<FilterSetting> => {
			const filter = await records.addFilter(userId, toFilterContent(form), { maxFilters: filterLimit(licence), now: now() });
			if (filter === 'taken') throw createNameConflict();
			if (filter === 'full') throw new Problem('denied', { detail: filterLimitMessage(licence) });
			return presentAfterChange(userId, filter);
		},

		change: async ({ id: userId, role }: CallerAccount, id: number, form: FilterForm): Promise<FilterSetting> => {
			const before = (await userLists.get(userId)).filter(id);
			if (!before) throw unknownFilter('id');
			const isBuiltIn = before.userId === null;
			if (isBuiltIn && role !== 'admin') throw new Problem('denied', { detail: BUILT_IN });
			if ((form.version ?? 1) < 2 && before.groups) throw new Problem('conflict', { errors: [{ field: 'version', message: HAS_GROUPS }] });
			const content = toFilterContent(form);
			// A built-in filter stays on its tab.
			const storedContent = isBuiltIn ? { ...content, tab: before.tab } : content;
			const updated = await records.changeFilter(before.userId, id, storedContent, now());
			if (updated === 'taken') throw createNameConflict();
			if (!updated) throw unknownFilter('id');
			if (isBuiltIn) userLists.forget();
			return presentAfterChange(userId, updated);
		},

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			await requireOwnFilter(userId, id);
			const removed = await records.removeFilter(userId, id);
			userLists.forget(userId);
			if (!removed) throw unknownFilter('id');
		},

		order: async ({ id: userId }: CallerAccount, ids: readonly number[]): Promise<{ items: number[] }> => {
			const ownLists = await userLists.get(userId);
			if (ids.some((id) => !ownLists.filter(id))) throw unknownFilter('filters', 400);
			await records.orderFilters(userId, [...ids]);
			return { items: (await reloadLists(userId)).filters.map(({ id }) => id) };
		},

		setFeed: async ({ id: userId }: CallerAccount, id: number, isOn: boolean): Promise<FilterSetting> => {
			await requireOwnFilter(userId, id);
			const updated = await records.setFeed(userId, id, isOn);
			if (!updated) throw unknownFilter('id');
			return presentAfterChange(userId, updated);
		},

		normalizeFeeds: async ({ id: userId }: CallerAccount): Promise<{ items: { id: number; position: number }[] }> => {
			await records.normalizeFeeds(userId);
			const { filters } = await reloadLists(userId);
			return { items: filters.flatMap(({ id, feedPosition }) => (feedPosition === null ? [] : [{ id, position: feedPosition }])) };
		},
	};
}

function createNameConflict(): Problem {
	return new Problem('conflict', { errors: [{ field: 'name', message: NAME_TAKEN }] });
}

function toFilterContent({ tab, timeframes, filters, groups, name, operation = null, comment = '' }: FilterForm): FilterContent {
	return {
		tab,
		strategy: timeframes,
		name: normalizeName(name),
		...normalizeConditions({ entries: filters, groups }),
		operation,
		comment,
	};
}
