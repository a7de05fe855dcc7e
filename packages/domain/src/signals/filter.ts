import type { TimeframeIndex } from '../time/timeframe.ts';
import type { SectorKey } from './sector.ts';

/** One condition of a filter: depth of the sector in the timeframe at least value. */
export interface Condition {
	sector: SectorKey;
	timeframe: TimeframeIndex;
	value: number;
}

/** Conditions that ask for something; value 0 is dropped. */
export const activeConditions = <C extends { value: number }>(conditions: readonly C[]): C[] =>
	conditions.filter(({ value }) => value >= 1);

/** All conditions hold. Null never meets one; a filter without conditions matches everything (that is eligible). */
export const filterMatches = <C extends { value: number }>(
	conditions: readonly C[],
	depthAt: (condition: C) => number | null | undefined,
): boolean => activeConditions(conditions).every((condition) => (depthAt(condition) ?? 0) >= condition.value);
