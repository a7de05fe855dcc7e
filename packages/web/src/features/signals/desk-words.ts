import { words } from './words.ts';

/** Words of the lists of those who have a licence, beside those of every list. */
export const deskWords = {
	failed: words.failed,
	noFavourites: 'None of your favourites are in this report. Star a card to add one.',
	pastEnd: 'The list is shorter now and this page is empty.',
	pastEndLink: 'Go to the last page',
	noResultsChoices: 'No tickers match these conditions.',
	noResultsAll: 'Clear all conditions',
	toLatest: 'Latest Report',
	noSuchReport: 'Not Found',
	noSuchReportNext: 'No report exists for this time.',
	denied: 'Access to specified resource is denied',
	filterGone: 'The filter in this address was deleted or belongs to another account. The list is shown without it.',
	toFilters: '‹ Filters',
	select: 'Select',
} as const;

/** Words of how a list is drawn. */
export const viewWords = { label: 'View', cards: 'Cards', table: 'Table' } as const;

/** Words of the choices that are in force. */
export const chipWords = {
	label: 'Active conditions',
	restored: 'From last time:',
	of: (kind: string, value: string) => `${kind}: ${value}`,
	sort: 'Sorted by',
	remove: (choice: string) => `Remove ${choice}`,
	clear: 'Clear all',
} as const;

/** Words of taking a list away as a file. */
export const exportWords = {
	button: 'Export',
	label: 'Export this list',
} as const;
