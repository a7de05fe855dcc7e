/** Words of what an address asks for and its list does not show a visitor. */
export const visitorWords = {
	report: (date: string) => `This address names the report of ${date}. The newest public one is shown: past reports need an account.`,
	choices: (names: string) => `This address also asks for ${names}: without an account the list is shown as everybody sees it.`,
	kinds: {
		filter: 'a filter',
		marketcap: 'market caps',
		pne: 'P/E',
		sort: 'a sort by sectors',
		column: 'a sort by a column',
		dir: 'the lowest first',
		show: 'favourites or frozen tickers',
		fresh: 'what is new',
	},
	signIn: 'Sign in',
	plans: 'See the plans',
} as const;
