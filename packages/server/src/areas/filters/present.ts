/** Converts internal shapes to those of the API. */
import type { AnswerOf } from '@sw/contract/base/define';
import type { filters as calls } from '@sw/contract/filters/filters';
import { toConditions } from '@sw/domain/filters/entries';
import type { Filter } from '@sw/domain/filters/filter';
import { documentVersion } from '@sw/domain/filters/filter-address';
import { findRecordStartReason } from '@sw/domain/filters/filter-record';
import { groupFreezes } from '@sw/domain/filters/frozen';
import { copyGroups } from '@sw/domain/filters/groups';
import { filterDirection } from '@sw/domain/signals/filter';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import type { UserLists } from './personal.ts';

export type FilterSetting = AnswerOf<(typeof calls)['filter']>;
export type FilterList = AnswerOf<(typeof calls)['filters'], 200>;

export function timeframeNames(strategy: Filter['strategy']) {
	return strategyNamed(strategy).rated.map((index) => TIMEFRAMES[index].name);
}

/** `now`: time by the clock of freezes. */
export function presentFilter(filter: Filter, lists: UserLists, now: number): FilterSetting {
	const conditions = toConditions(filter.entries);
	return {
		id: filter.id,
		version: documentVersion(filter),
		name: filter.name,
		tab: filter.tab,
		timeframes: timeframeNames(filter.strategy),
		filters: [...filter.entries],
		groups: copyGroups(filter.groups),
		operation: filter.operation,
		orientation: TIMEFRAMES.flatMap(({ name }) => {
			const filterOperation = filterDirection(conditions, timeframeIndex(name));
			return filterOperation === null ? [] : [{ timeframe: name, operation: filterOperation }];
		}),
		comment: filter.comment,
		is_branded: filter.userId === null,
		feed: filter.feedPosition !== null,
		limit: countOwnFilters(lists),
		black_list_count: groupFreezes(
			lists.frozen.filter((entry) => entry.filterId === filter.id),
			now,
		).count,
		created: isoSeconds(filter.createdAt),
		updated: isoSeconds(filter.updatedAt),
		conditions_since: isoSeconds(filter.conditionsAt),
		record_begins: findRecordStartReason(filter),
	};
}

/** Counts the user's own filters, without built-in ones. */
export function countOwnFilters({ filters }: UserLists): number {
	return filters.filter(({ userId }) => userId !== null).length;
}

export function presentFrozen(lists: UserLists, now: number) {
	const { count, ...freezesByScope } = groupFreezes(lists.frozen, now);
	return { ...freezesByScope, black_list_count: count };
}
