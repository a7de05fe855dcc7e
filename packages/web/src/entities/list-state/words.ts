/** Texts about stored list settings. */
export const settingsWords = {
	settingsSaved: 'Update user settings',
	settingsSavedDetail: 'The list will open like this next time.',
	settingsFailed: 'Failed to update user settings',
	settingsFailedDetail: 'The list stays as it is, but your settings were not saved.',
} as const;

/** Texts of a list's filters and sorting, used wherever these are chosen or named. */
export const choiceWords = {
	marketcap: 'Market cap',
	pe: 'P/E',
	sort: 'Sort by sectors',
	ascending: 'Lowest first',
	favourites: 'Favourites',
	dislikes: 'Frozen tickers',
	fresh: 'New in this report',
	filter: 'Filter',
	watchlist: 'Watchlist',
	condition: (sector: string, timeframe: string, value: number) => `${sector} ${timeframe} ≥ ${value}`,
	groups: 'groups',
	operation: { short: 'Direction short', long: 'Direction long' },
} as const;

/** Texts for a filter in the URL that the list can't apply. */
export const filterAddressWords = {
	both: 'The link has both a saved filter and unsaved conditions.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
