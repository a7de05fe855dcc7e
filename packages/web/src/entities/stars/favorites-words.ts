const tickers = (n: number): string => (n === 1 ? '1 ticker' : `${n} tickers`);

/** Words of what was done to favourites. */
export const favoritesWords = {
	starred: (n: number) => `${tickers(n)} added to favourites.`,
	unstarred: (n: number) => `${tickers(n)} taken from favourites.`,
	favourites: 'Favourites',
	favouriteFailed: 'Something went wrong',
	favouriteFailedDetail: 'The favourite was not kept.',
	undo: 'Undo',
} as const;
