/** Title and description of the frozen list: what a route needs before its page is loaded. */
export const frozenTitles = {
	title: 'Frozen List',
	description: 'Tickers that you do not want to see.',
} as const;
