/** Titles of filter pages and the sheet, needed before they load. */
export const filterTitles = {
	pageTitle: 'Filters',
	pageDescription: 'Your saved filters.',
	open: 'Filter',
	openCount: (n: number) => `Filter · ${n}`,
	title: 'Filter and sort',
} as const;
