import { strategyOf, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { DEFAULT_STATE, type ListState, withTab } from '../list-state/state.ts';
import type { FilterSetting } from './saved-filters.ts';

/**
 * Returns the timeframe with the most conditions of a filter. Of several such timeframes, the
 * longest is used. Without conditions, it is the list's default timeframe.
 */
export function activeTimeframe({ filters }: Pick<FilterSetting, 'filters'>): Timeframe {
	const counts = TIMEFRAMES.map(({ name }) => filters.filter(({ timeframe }) => timeframe === name).length);
	const highest = Math.max(...counts);
	return highest === 0 ? DEFAULT_STATE.timeframe : (TIMEFRAMES[counts.lastIndexOf(highest)]?.name ?? DEFAULT_STATE.timeframe);
}

/** Returns the list of a saved filter as the filter's page opens it. It includes all ticker types. */
export function listStateOf(setting: Pick<FilterSetting, 'id' | 'tab' | 'timeframes' | 'operation' | 'filters'>): ListState {
	const list = withTab(DEFAULT_STATE, setting.tab);
	return {
		...list,
		strategy: strategyOf(setting.timeframes)?.name ?? list.strategy,
		operation: setting.operation ?? list.operation,
		timeframe: activeTimeframe(setting),
		filter: setting.id,
		tickerType: 'all',
	};
}
