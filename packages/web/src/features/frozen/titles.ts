/** Title and description of the frozen list: what a route needs before its page is loaded. */
export const frozenTitles = {
	title: 'Frozen List',
	description: 'Tickers hidden from your lists.',
} as const;
