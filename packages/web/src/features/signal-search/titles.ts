/** Title and description of signal search, needed before its page loads. */
export const searchTitles = {
	title: 'Signal search',
	description: 'Search past reports by your own conditions and see what happened next.',
} as const;
