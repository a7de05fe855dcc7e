/** What is said of filters before their page or their sheet is loaded. */
export const filterTitles = {
	pageTitle: 'Filters',
	pageDescription: 'Your saved filters.',
	open: 'Filter',
	openCount: (n: number) => `Filter · ${n}`,
	title: 'Filter and sort',
} as const;
