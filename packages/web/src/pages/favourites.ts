import type { ListState } from '../entities/list-state/state.ts';

/** Favourites of no tab in particular: all that are eligible, by rate. */
export const favouritesState = (state: ListState): ListState => ({
	...state,
	tab: 'free',
	choice: { ...state.choice, favorite: true, dislike: false },
});
