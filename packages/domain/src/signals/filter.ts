import type { TimeframeIndex } from '../time/timeframe.ts';
import type { Operation, SectorKey } from './sector.ts';

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

/** Direction of a filter on one timeframe by its call_without_put conditions: _short adds, _long subtracts; a tie is long; none is null. */
export function orientation(conditions: readonly Condition[], timeframe: Condition['timeframe']): Operation | null {
	const leaning = activeConditions(conditions).filter((c) => c.timeframe === timeframe && c.sector.startsWith('call_without_put'));
	if (leaning.length === 0) return null;
	const sum = leaning.reduce((total, { sector, value }) => total + (sector === 'call_without_put_short' ? value : -value), 0);
	return sum > 0 ? 'short' : 'long';
}
