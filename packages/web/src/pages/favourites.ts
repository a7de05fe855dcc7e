import type { ListState } from '../entities/list-state/state.ts';

/** Favourites without a tab: all eligible tickers, by rate. */
export const favouritesState = (state: ListState): ListState => ({
	...state,
	tab: 'free',
	choice: { ...state.choice, favorite: true, dislike: false },
});
