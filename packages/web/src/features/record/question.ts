import type { Given } from '@sw/contract/define';
import type { Contract } from '@sw/contract/index';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import { type ListState, onlyFavorites } from '../../entities/list-state/state.ts';

export type Question = Given<Contract['research']['validateMultiple']>['body'];

/**
 * The list as a question to the past; undefined where the past cannot be asked: the saved filter is not known, the list is narrowed by what is
 * the reader's own or changes daily, or it holds everything that is eligible.
 */
export const questionOf = (state: ListState, saved: readonly FilterSetting[]): Question | undefined => {
	const { choice } = state;
	const setting = saved.find(({ id }) => id === state.filter);
	if (state.filter !== undefined && !setting) return undefined;
	// Past statistics cover all types together.
	if (state.tickerType === 'etf' || state.tickerType === 'indexes') return undefined;
	if (choice.pne.length > 0 || choice.fresh || onlyFavorites(choice) !== undefined) return undefined;
	const filters = state.asked?.entries ?? setting?.filters ?? [];
	if (state.tab === 'free' && filters.length === 0) return undefined;
	return {
		tab: state.tab,
		operation: state.operation,
		timeframes: strategyTimeframes(state),
		marketcap: [...choice.marketcap],
		filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(setting ? { filter: setting.id } : {}),
	};
};
