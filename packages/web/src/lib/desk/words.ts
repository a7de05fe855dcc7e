import type { ScopeName } from './scopes.ts';

const tickers = (n: number): string => (n === 1 ? '1 ticker' : `${n} tickers`);

/** The specification's words for where a setting counts. */
export const scopeWords: Record<ScopeName, string> = {
	filter: 'From this filter only',
	tab: 'From this tab only',
	all: 'From everywhere',
};

/** Words of what traders own, on whatever screen it is changed. */
export const deskWords = {
	star: (ticker: string) => `Add ${ticker} to favourites`,
	unstar: (ticker: string) => `Take ${ticker} from favourites`,
	starSignIn: 'Sign in to keep favourites',
	starSignInDetail: 'Accounts keep favourites, filters and a frozen list.',
	freeze: (ticker: string) => `Freeze ${ticker}`,
	settingsSaved: 'Update user settings',
	settingsSavedDetail: 'This list opens next time as it is now.',
	settingsFailed: 'Failed to update user settings',
	settingsFailedDetail: 'The list stays as it is; only its memory failed.',
	frozenSaved: 'Update frozen list',
	frozenFailed: 'Failed to update frozen list',
	frozenFailedDetail: 'Nothing was changed.',
	froze: (n: number, scope: ScopeName) => `${tickers(n)} hidden ${scopeWords[scope].toLowerCase()}.`,
	thawed: (n: number) => `${tickers(n)} shown again.`,
	starred: (n: number) => `${tickers(n)} added to favourites.`,
	unstarred: (n: number) => `${tickers(n)} taken from favourites.`,
	favourites: 'Favourites',
	favouriteFailed: 'Something went wrong',
	favouriteFailedDetail: 'The favourite was not kept.',
	undo: 'Undo',
} as const;
