/** What is said of breadth before its page is loaded. */
export const breadthTitles = {
	title: 'Market breadth',
	description: 'Number of tickers at each depth by sector and timeframe, compared with the same time of day over 60 sessions.',
} as const;
