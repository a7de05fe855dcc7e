import { median } from '../../statistics/median.ts';
import type { ParameterSet } from '../parameters.ts';

/**
 * ADV20: median of a ticker's daily volumes over the up to 20 sessions before the one in question, since its first trade.
 * `daily` holds all earlier sessions, oldest first, 0 for a session without trade, null for one whose data was not received:
 * those keep their place among the 20 but have no say. Null with fewer than 10 values.
 */
export const dailyMedian = (daily: readonly (number | null)[], parameters: ParameterSet): number | null => {
	const values = daily.slice(-parameters.daily.sessions).filter((volume) => volume !== null);
	return values.length < parameters.daily.least ? null : median(values);
};
