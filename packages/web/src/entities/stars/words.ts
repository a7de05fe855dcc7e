/** Texts of the star button. */
export const starWords = {
	star: (ticker: string) => `Add ${ticker} to favourites`,
	unstar: (ticker: string) => `Remove ${ticker} from favourites`,
	starSignIn: 'Sign in to save favourites',
	starLicence: 'Favourites need a licence',
	starLicenceDetail: 'Choose a plan to keep favourites. Confirm your e-mail address to start a trial.',
	starSignInDetail: 'With an account you can save favourites, filters and a frozen list.',
} as const;
