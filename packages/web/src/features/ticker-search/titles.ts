/** Title and description of the search, needed by a route before its page loads. */
export const tickerSearchTitles = {
	title: 'Search',
	description: 'Find a ticker by its symbol or name.',
} as const;
