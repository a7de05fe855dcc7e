/** Title and description of the top tables, needed by a route before its page loads. */
export const topTitles = {
	title: 'Top movers',
	description: 'Top active, gainers, losers, unusual volume and distance from highs and lows, by interval and market cap.',
} as const;
