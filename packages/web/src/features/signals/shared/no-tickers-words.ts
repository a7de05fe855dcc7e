/** Texts of an empty list. */
export const noTickersWords = {
	noReport: 'No report yet',
	noReportNext: 'The list appears with the first report that is open to you.',
	noResults: 'No results',
	noResultsNext: 'No tickers match in this report. Try another tab or other timeframes.',
	lackingTitle: 'This list needs bars that aren’t available',
	lacking: (rated: string, needed: number, measured: string) =>
		`The list needs readings on at least ${needed} of ${rated}. This report has only ${measured}; shorter timeframes need 15-minute bars.`,
	lackingLink: 'Open an available list',
	noResultsLink: 'Back to extreme rise',
	noResultsFree: 'Show all tickers with enough trading',
} as const;
