import { activeConditions } from '../filter.ts';

/** Whether all conditions hold. Null never meets one; a filter without conditions matches everything (that is eligible). */
export function filterMatches<C extends { value: number }>(
	conditions: readonly C[],
	depthAt: (condition: C) => number | null | undefined,
): boolean {
	return activeConditions(conditions).every((condition) => (depthAt(condition) ?? 0) >= condition.value);
}
