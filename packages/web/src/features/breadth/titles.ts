/** Title and description of breadth, needed before its page loads. */
export const breadthTitles = {
	title: 'Market breadth',
	description: 'Number of tickers at each depth by sector and timeframe, compared with the same time of day over 60 sessions.',
} as const;
