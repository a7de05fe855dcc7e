/** Title and description of the search: what a route needs before its page is loaded. */
export const lookUpTitles = {
	title: 'Search',
	description: 'Find a ticker by its symbol or name.',
} as const;
