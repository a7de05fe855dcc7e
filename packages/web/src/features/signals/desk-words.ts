import { words } from './words.ts';

/** Words of the lists of those who have a licence, beside those of every list. */
export const deskWords = {
	failed: words.failed,
	noFavourites: 'No favourite stands in this report. Put a star on a card to find it here.',
	pastEnd: 'This page is empty: the list has become shorter.',
	pastEndLink: 'To its last page',
	noResultsChoices: 'No ticker matches these choices in this report.',
	noResultsAll: 'Show all of this tab',
	toLatest: 'Latest Report',
	noSuchReport: 'Not Found',
	noSuchReportNext: 'There is no report of that time.',
	denied: 'Access to specified resource is denied',
	filterGone: 'The filter of this address is not yours or was deleted: the list is shown without it.',
	toFilters: '‹ Filters',
	select: 'Select',
} as const;

/** Words of how a list is drawn. */
export const viewWords = { label: 'View', cards: 'Cards', table: 'Table' } as const;

/** Words of the choices that are in force. */
export const chipWords = {
	label: 'Choices in force',
	restored: 'Your last choices:',
	of: (kind: string, value: string) => `${kind}: ${value}`,
	sort: 'Sorted by',
	remove: (choice: string) => `Take back ${choice}`,
	clear: 'Clear all',
} as const;

/** Words of taking a list away as a file. */
export const exportWords = {
	button: 'Export',
	label: 'Export this list',
} as const;
