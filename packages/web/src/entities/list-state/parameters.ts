import type { InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { conditionText } from '@sw/domain/filters/condition-text';
import { strategyTimeframes } from './settings.ts';
import { type ListState, onlyFavorites, pageSize } from './state.ts';

type ListQuery = InputOf<Contract['signals']['sectorCharts']>['query'];

/** Parameters of every call about one ticker: how to read a report. */
export function readingParameters(state: ListState) {
	return {
		tab_type: state.tab,
		operation: state.operation,
		timeframes: strategyTimeframes(state),
		...(state.filter === undefined ? {} : { filter: state.filter }),
		groups: state.unsaved?.groups,
		...(state.unsaved && state.unsaved.entries.length > 0 ? { conditions: state.unsaved.entries.map(conditionText) } : {}),
	};
}

/** Parameters of every call about a list: how to read a report, and which part. Empty choices are left out. */
export function listParameters(state: ListState): Omit<ListQuery, 'skip' | 'max' | 'rows'> {
	const { choice } = state;
	const only = onlyFavorites(choice);
	return {
		...readingParameters(state),
		...(only === undefined ? {} : { list_type: only ? 'favorites' : 'black_list' }),
		ticker_type: state.tickerType,
		watchlist: state.watchlist,
		...(choice.marketcap.length > 0 ? { marketcap: [...choice.marketcap] } : {}),
		...(choice.pne.length > 0 ? { pne: [...choice.pne] } : {}),
		information: choice.information,
		...(choice.fresh ? { new_leaders: true } : {}),
		...(choice.sort.length > 0 ? { sort_by: [...choice.sort] } : {}),
		...(choice.column === undefined ? {} : { sort_column: choice.column }),
		...(choice.dir === 'asc' ? { sort_dir: 'asc' } : {}),
	};
}

export function pageParameters(state: Pick<ListState, 'page' | 'view' | 'rows'>) {
	return {
		skip: (state.page - 1) * pageSize(state),
		max: pageSize(state),
	};
}
