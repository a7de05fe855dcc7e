import { median } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';

/**
 * ADV20: median of a ticker's daily volumes over up to 20 sessions before the given one, since its first trade. `daily` has all earlier sessions,
 * oldest first, 0 for a session without trades, null for one whose data wasn't received: those count towards the 20 but have no value. Null with
 * fewer than 10 values.
 */
export const dailyMedian = (daily: readonly (number | null)[], parameters: ParameterSet): number | null => {
	const values = daily.slice(-parameters.daily.sessions).filter((volume) => volume !== null);
	return values.length < parameters.daily.least ? null : median(values);
};
