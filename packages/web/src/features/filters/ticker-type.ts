import type { ListTickerType } from '@sw/domain/prices/ticker';
import { type ListState, onlyFavorites } from '../../entities/list-state/state.ts';

/** Returns 'stocks', except for lists of tickers that the reader chose one by one (favorites, frozen tickers, watchlists), which show every type. */
export function defaultTickerType({ choice, watchlist }: Pick<ListState, 'choice' | 'watchlist'>): ListTickerType {
	return onlyFavorites(choice) === undefined && watchlist === undefined ? 'stocks' : 'all';
}

/** Returns the types of the tickers that a list shows. */
export function listTickerType(state: Pick<ListState, 'tickerType' | 'choice' | 'watchlist'>): ListTickerType {
	return state.tickerType ?? defaultTickerType(state);
}

export function withTickerType(state: ListState, tickerType: ListState['tickerType']): ListState {
	return { ...state, tickerType, page: 1 };
}
