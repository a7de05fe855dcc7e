import type { TimeframeIndex } from '../time/timeframe.ts';
import type { SectorKey } from './sector.ts';

/** One condition of a filter: depth of the sector in the timeframe at least value. */
export interface Condition {
	sector: SectorKey;
	timeframe: TimeframeIndex;
	value: number;
}

/** Conditions with a requirement; value 0 is dropped. */
export function activeConditions<C extends { value: number }>(conditions: readonly C[]): C[] {
	return conditions.filter(({ value }) => value >= 1);
}
