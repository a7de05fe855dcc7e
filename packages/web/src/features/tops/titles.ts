/** Title and description of the top tables: what a route needs before its page is loaded. */
export const topTitles = {
	title: 'Top movers',
	description: 'Top active, gainers, losers and unusual volume, by interval and market capitalisation.',
} as const;
