import type { ListTickerType } from '@sw/domain/prices/ticker';
import { type ListState, onlyFavorites } from '../../entities/list-state/state.ts';

/** Stocks by default. Favorites, frozen tickers and watchlists were chosen one by one, so lists of them show every type. */
export function defaultTickerType({ choice, watchlist }: Pick<ListState, 'choice' | 'watchlist'>): ListTickerType {
	return onlyFavorites(choice) === undefined && watchlist === undefined ? 'stocks' : 'all';
}

/** Types of the tickers that a list shows. */
export function listTickerType(state: Pick<ListState, 'tickerType' | 'choice' | 'watchlist'>): ListTickerType {
	return state.tickerType ?? defaultTickerType(state);
}

export function withTickerType(state: ListState, tickerType: ListState['tickerType']): ListState {
	return { ...state, tickerType, page: 1 };
}
