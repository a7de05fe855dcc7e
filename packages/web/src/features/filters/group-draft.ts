import type { FilterEntry } from '@sw/domain/filters/entries';
import type { FilterGroup, GroupTest, Measure, TestGroup } from '@sw/domain/filters/groups';

/** A new test, to be changed. */
export const FIRST_TEST: FilterEntry = { sector: 'volume', timeframe: 'one_hour', value: 2 };

/** Units in which bounds are typed: a market cap in millions of dollars. */
export const TYPED_UNITS: Readonly<Record<Measure, number>> = { price: 1, cap: 1e6, mentions: 1 };

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

/** The bound in a field; null where it is empty, undefined where it is no number. */
export function typedBound(text: string, measure: Measure): number | null | undefined {
	const typed = text.trim();
	if (typed === '') return null;
	const value = Number(typed) * TYPED_UNITS[measure];
	return Number.isFinite(value) ? Math.round(value * 1e4) / 1e4 : undefined;
}

export function textOfBound(bound: number | null, measure: Measure): string {
	return bound === null ? '' : String(bound / TYPED_UNITS[measure]);
}
