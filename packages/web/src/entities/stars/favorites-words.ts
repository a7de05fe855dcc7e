/** Returns the symbols of tickers unchanged, or describes their number. */
export function tickersText(n: string | number): string {
	return typeof n === 'string' ? n : n === 1 ? '1 ticker' : `${n} tickers`;
}

/** Texts about changes to favourites. */
export const favoritesWords = {
	/** `which`: the tickers' symbols, or their number. */
	starred: (which: string | number) => `${tickersText(which)} added to favourites.`,
	unstarred: (which: string | number) => `${tickersText(which)} removed from favourites.`,
	favourites: 'Favourites',
	favouriteFailed: 'Something went wrong',
	favouriteFailedDetail: 'Couldn’t save the favourite.',
	undo: 'Undo',
} as const;
