/** Title and description of the top tables: what a route needs before its page is loaded. */
export const topTitles = {
	title: 'Top movers',
	description: 'Top active, gainers, losers, unusual volume and distance from highs and lows, by interval and market cap.',
} as const;
