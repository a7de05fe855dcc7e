/** Texts of an empty list. */
export const noTickersWords = {
	noReport: 'No report yet',
	noReportNext: 'The list appears with the first report that is open to you.',
	noResults: 'No results',
	lackingTitle: 'This list needs bars that aren’t available',
	lacking: (rated: string, needed: number, measured: string) =>
		`The list needs readings on at least ${needed} of ${rated}. This report has only ${measured}; shorter timeframes need 15-minute bars.`,
	lackingLink: 'Open an available list',
	/** For each reason why a list is empty: a sentence, and the label of the link to the next step. */
	reasons: {
		tab: { detail: 'No tickers match in this report. Try another tab or other timeframes.', link: 'Back to extreme rise' },
		firstTab: {
			detail: 'No tickers match in this report. Try another tab or other timeframes.',
			link: 'Show all tickers with enough trading',
		},
		favourites: { detail: 'None of your favourites are in this report. Star a card to add one.', link: 'Back to extreme rise' },
		pastEnd: { detail: 'The list is shorter now and this page is empty.', link: 'Go to the last page' },
		choices: { detail: 'No tickers match these conditions.', link: 'Clear all conditions' },
	},
} as const;
