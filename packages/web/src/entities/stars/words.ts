/** Words of a star, on whatever screen it stands. */
export const starWords = {
	star: (ticker: string) => `Add ${ticker} to favourites`,
	unstar: (ticker: string) => `Take ${ticker} from favourites`,
	starSignIn: 'Sign in to keep favourites',
	starSignInDetail: 'Accounts keep favourites, filters and a frozen list.',
} as const;
