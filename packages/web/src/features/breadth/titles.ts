/** What is said of breadth before its page is loaded. */
export const breadthTitles = {
	title: 'Breadth',
	description: 'How many tickers of a report stand at each depth, by slice and timeframe, beside the same time of day of sixty sessions.',
} as const;
