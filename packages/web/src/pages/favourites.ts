import type { ListState } from '../entities/list-state/state.ts';

/** Favourites without a tab: all eligible tickers, by rate. */
export function favouritesState(state: ListState): ListState {
	return {
		...state,
		tab: 'free',
		choice: { ...state.choice, favorite: true, dislike: false },
	};
}
