/** Titles and descriptions of the lists: what a route needs before its page is loaded. */
export const listTitles = {
	listTitle: (tab: string) => `${tab} candidates`,
	favouritesTitle: 'Favourites',
	favouritesDescription: 'Tickers with your star.',
	description: (tab: string) =>
		`${tab}: tickers ranked by how far price, volume and options have moved over several timeframes at once. Candidates, hypothetical, never advice.`,
	landingTitle: 'The market, measured every quarter-hour',
	landingDescription:
		'How extreme each ticker of the market is on several timeframes at once, ranked every quarter-hour as a list of wheels.',
} as const;
