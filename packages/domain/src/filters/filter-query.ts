import { OPERATIONS, TABS } from '../signals/sector.ts';
import { STRATEGIES } from '../time/timeframe.ts';
import type { FilterContent } from './filter.ts';
import { type AddressQuery, invalidConditionMessage, queryValues, readFilterAddress, writeFilterAddress } from './filter-address.ts';
import { formatGroups, readGroups } from './group-text.ts';
import { normalizeConditions } from './groups.ts';

/** A filter as contained in an address: the owner's comment isn't shared. */
export type AddressedFilter = Omit<FilterContent, 'comment'>;

/** Returns the query of the address that opens a filter's list. */
export function filterQuery({ tab, strategy, operation, name, ...conditions }: AddressedFilter): Record<string, string> {
	const { entries, groups } = normalizeConditions(conditions);
	return {
		tabType: tab,
		strategyTimeframe: strategy,
		...(operation ? { operation } : {}),
		...writeFilterAddress({ name, entries, ...(groups ? { groups: formatGroups(groups) } : {}) }),
	};
}

/** Parses the output of `filterQuery`; if there is no valid filter, explains what is wrong. */
export function readFilterQuery(query: AddressQuery): { filter: AddressedFilter } | { error: string } {
	const { unsaved, error } = readFilterAddress(query);
	if (!unsaved) return { error: error ?? 'This address contains no filter.' };
	const readChoice = <T extends string>(key: string, options: readonly T[], fallback: T | null): T | null | undefined => {
		const text = queryValues(query, key).join();
		return text === '' ? fallback : options.find((name) => name === text);
	};
	const namesOf = <T extends string>(list: readonly { name: T }[]): T[] => list.map(({ name }) => name);
	const tab = readChoice('tabType', namesOf(TABS), TABS[0].name);
	const strategy = readChoice('strategyTimeframe', namesOf(STRATEGIES), STRATEGIES[0].name);
	const operation = readChoice('operation', OPERATIONS, null);
	if (!tab || !strategy || operation === undefined)
		return { error: `This address has an unknown ${!tab ? 'tab' : !strategy ? 'timeframe' : 'direction'}.` };
	const groups = unsaved.groups === undefined ? [] : readGroups(unsaved.groups);
	if (!groups) return { error: invalidConditionMessage(unsaved.groups ?? '') };
	return { filter: { tab, strategy, operation, name: unsaved.name, ...normalizeConditions({ entries: unsaved.entries, groups }) } };
}
