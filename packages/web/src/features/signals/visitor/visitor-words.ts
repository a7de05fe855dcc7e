/** Texts of a visitor's list, and for URL parameters that the list doesn't apply. */
export const visitorWords = {
	listTitle: (tab: string) => `${tab} · mega and large caps`,
	report: (date: string) => `Past reports need an account. Instead of the ${date} report you see the latest public one.`,
	choices: (names: string) => `Sign in to use ${names}. Not applied to this list.`,
	kinds: {
		filter: 'a filter',
		watchlist: 'a watchlist',
		marketcap: 'market caps',
		pne: 'P/E',
		information: 'filings',
		sort: 'sorting by sectors',
		column: 'sorting by a column',
		dir: 'lowest first',
		show: 'favourites or frozen tickers',
		fresh: 'new tickers',
	},
	signIn: 'Sign in',
	plans: 'See plans',
} as const;
