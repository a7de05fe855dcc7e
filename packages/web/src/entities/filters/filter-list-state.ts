import { strategyOf, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { DEFAULT_STATE, type ListState, withTab } from '../list-state/state.ts';
import type { FilterSetting } from './saved-filters.ts';

/** The timeframe with most of a filter's conditions, the longest of equals; without conditions, the list's own. */
export function activeTimeframe({ filters }: Pick<FilterSetting, 'filters'>): Timeframe {
	const counts = TIMEFRAMES.map(({ name }) => filters.filter(({ timeframe }) => timeframe === name).length);
	const highest = Math.max(...counts);
	return highest === 0 ? DEFAULT_STATE.timeframe : (TIMEFRAMES[counts.lastIndexOf(highest)]?.name ?? DEFAULT_STATE.timeframe);
}

/** The list that a saved filter is, as its page opens it: a filter asks about every type. */
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
