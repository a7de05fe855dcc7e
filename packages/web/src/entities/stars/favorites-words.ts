function tickers(n: number): string {
	return n === 1 ? '1 ticker' : `${n} tickers`;
}

/** Texts about changes to favourites. */
export const favoritesWords = {
	/** `which`: the tickers' symbols, or their number. */
	starred: (which: string | number) => `${typeof which === 'string' ? which : tickers(which)} added to favourites.`,
	unstarred: (which: string | number) => `${typeof which === 'string' ? which : tickers(which)} removed from favourites.`,
	favourites: 'Favourites',
	favouriteFailed: 'Something went wrong',
	favouriteFailedDetail: 'Couldn’t save the favourite.',
	undo: 'Undo',
} as const;
