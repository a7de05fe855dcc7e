import { activeConditions } from '../filter.ts';

/** Whether all conditions hold. Null never meets one; a filter without conditions matches everything (that is eligible). */
export function filterMatches<C extends { value: number }>(
	conditions: readonly C[],
	depthAt: (condition: C) => number | null | undefined,
): boolean {
	return activeConditions(conditions).every((condition) => (depthAt(condition) ?? 0) >= condition.value);
}

/** A group of tests or of further groups. */
export interface PlainGroup<T> {
	readonly match: 'all' | 'any' | 'none';
	readonly filters: readonly T[];
	readonly groups?: readonly PlainGroup<T>[];
}

/** Whether all, any or none of a group's tests and groups hold. */
export function groupMatches<T>({ match, filters, groups = [] }: PlainGroup<T>, holds: (test: T) => boolean): boolean {
	const met = [...filters.map(holds), ...groups.map((group) => groupMatches(group, holds))].filter(Boolean).length;
	return match === 'all' ? met === filters.length + groups.length : match === 'any' ? met > 0 : met === 0;
}
