import type { InformationChoice } from '@sw/domain/filings/information-choice';
import type { FilterEntry } from '@sw/domain/filters/entries';
import { type FilterGroup, type GroupTest, isInformation, type TestGroup } from '@sw/domain/filters/groups';

/** A new test, to be changed. */
export const FIRST_TEST: FilterEntry = { sector: 'volume', timeframe: 'one_hour', value: 2 };

/** The list with one item replaced, or removed where there is no new one. */
export function withItem<T>(items: readonly T[], at: number, item: T | undefined): T[] {
	return items.flatMap((known, i) => (i !== at ? [known] : item === undefined ? [] : [item]));
}

export function withTest<G extends TestGroup>(group: G, test: GroupTest): G {
	return { ...group, filters: [...group.filters, test] };
}

export function withInnerGroup(group: FilterGroup): FilterGroup {
	return { ...group, groups: [...group.groups, { match: group.match === 'all' ? 'any' : 'all', filters: [FIRST_TEST] }] };
}

/** Public information that all matches must have, apart from the groups that the editor shows. */
export interface InformedGroups {
	readonly information: InformationChoice | undefined;
	readonly groups: readonly FilterGroup[];
}

/** Several choices at once stay in their group. */
export function splitInformation(groups: readonly FilterGroup[]): InformedGroups {
	const at = groups.findIndex(({ match, filters }) => match === 'all' && filters.filter(isInformation).length === 1);
	const group = groups[at];
	const test = group?.filters.find(isInformation);
	if (!group || !test) return { information: undefined, groups };
	const filters = group.filters.filter((other) => other !== test);
	const isEmpty = filters.length + group.groups.length === 0;
	return { information: test.information, groups: withItem(groups, at, isEmpty ? undefined : { ...group, filters }) };
}

export function joinInformation({ information, groups }: InformedGroups): readonly FilterGroup[] {
	return information === undefined ? groups : [{ match: 'all', filters: [{ information }], groups: [] }, ...groups];
}
