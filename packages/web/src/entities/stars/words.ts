const tickers = (n: number): string => (n === 1 ? '1 ticker' : `${n} tickers`);

/** Words of favourites, on whatever screen they are changed. */
export const starWords = {
	star: (ticker: string) => `Add ${ticker} to favourites`,
	unstar: (ticker: string) => `Take ${ticker} from favourites`,
	starSignIn: 'Sign in to keep favourites',
	starSignInDetail: 'Accounts keep favourites, filters and a frozen list.',
	starred: (n: number) => `${tickers(n)} added to favourites.`,
	unstarred: (n: number) => `${tickers(n)} taken from favourites.`,
	favourites: 'Favourites',
	favouriteFailed: 'Something went wrong',
	favouriteFailedDetail: 'The favourite was not kept.',
	undo: 'Undo',
} as const;
