import type { TimeframeIndex } from '../time/timeframe.ts';
import type { Operation, SectorKey } from './sector.ts';

/** A condition of a filter: the sector has at least depth `value` on the timeframe. */
export interface Condition {
	sector: SectorKey;
	timeframe: TimeframeIndex;
	value: number;
}

/** Returns the conditions that restrict anything: a condition with value 0 doesn't. */
export function activeConditions<C extends { value: number }>(conditions: readonly C[]): C[] {
	return conditions.filter(({ value }) => value >= 1);
}

/**
 * Returns the direction of a filter on one timeframe, by the sum of its call_without_put conditions (_long counts negative). A sum of 0 is long; null without
 * such conditions.
 */
export function filterDirection(conditions: readonly Condition[], timeframe: Condition['timeframe']): Operation | null {
	const directional = activeConditions(conditions).filter((c) => c.timeframe === timeframe && c.sector.startsWith('call_without_put'));
	if (directional.length === 0) return null;
	const sum = directional.reduce((total, { sector, value }) => total + (sector === 'call_without_put_short' ? value : -value), 0);
	return sum > 0 ? 'short' : 'long';
}
