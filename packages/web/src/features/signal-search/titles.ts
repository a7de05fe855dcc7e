/** What is said of signal searches before their page is loaded. */
export const searchTitles = {
	title: 'Signal search',
	description: 'Search past reports by your own conditions and see what happened next.',
} as const;
