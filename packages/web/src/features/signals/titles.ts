/** Titles and descriptions of the lists: what a route needs before its page is loaded. */
export const listTitles = {
	listTitle: (tab: string) => `${tab} candidates`,
	favouritesTitle: 'Favourites',
	favouritesDescription: 'Tickers with your star.',
	description: (tab: string) => `${tab}: tickers ranked by how extreme they are on several timeframes at once. Candidates, never advice.`,
	landingTitle: 'The market, measured every quarter-hour',
	landingDescription: 'Every quarter-hour, tickers ranked by how extreme they are on several timeframes at once.',
} as const;
