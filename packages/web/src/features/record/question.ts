import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { strategyTimeframes } from '../../entities/list-state/settings.ts';
import { type ListState, onlyFavorites } from '../../entities/list-state/state.ts';

export type Question = InputOf<Contract['research']['validateMultiple']>['body'];

/**
 * Builds the request for what followed lists like this one. undefined if that can't be measured: the saved filter is unknown, the conditions are personal
 * or change daily, or the list has only ETFs, only indexes or every ticker.
 */
export function buildQuestion(state: ListState, savedFilters: readonly FilterSetting[]): Question | undefined {
	const { choice } = state;
	const setting = savedFilters.find(({ id }) => id === state.filter);
	if (state.filter !== undefined && !setting) return undefined;
	// Past statistics don't distinguish the types of tickers.
	if (state.tickerType === 'etf' || state.tickerType === 'indexes') return undefined;
	if (state.watchlist !== undefined || choice.pne.length > 0 || choice.fresh || onlyFavorites(choice) !== undefined) return undefined;
	const filters = state.unsaved?.entries ?? setting?.filters ?? [];
	const groups = state.unsaved?.groups ?? setting?.groups ?? [];
	if (state.tab === 'free' && filters.length + groups.length === 0) return undefined;
	return {
		tab: state.tab,
		operation: state.operation,
		timeframes: strategyTimeframes(state),
		marketcap: [...choice.marketcap],
		...(choice.information ? { information: choice.information } : {}),
		filters: filters.map(({ sector, timeframe, value }) => ({ sector, timeframe, value })),
		...(groups.length > 0 ? { groups } : {}),
		...(setting ? { filter: setting.id } : {}),
	};
}
