import { words } from './words.ts';

/** Texts that only traders' lists need. Other files have the texts of all lists. */
export const workspaceWords = {
	failed: words.failed,
	toLatest: 'Latest Report',
	noSuchReport: 'Not Found',
	noSuchReportNext: 'No report exists for this time.',
	delayed: 'Daily bars only: the basic licence shows the previous session.',
	denied: 'Access to specified resource is denied',
	gone: { filter: 'You have no such filter.', watchlist: 'You have no such watchlist.' },
	toFilters: '‹ Filters',
	select: 'Select',
	alert: 'Alert',
} as const;

/** Texts of the list's layout. */
export const viewWords = { label: 'View', cards: 'Cards', table: 'Table' } as const;

/** Texts of the active choices. */
export const chipWords = {
	label: 'Active conditions',
	restored: 'From last time:',
	of: (kind: string, value: string) => `${kind}: ${value}`,
	sort: 'Sorted by',
	remove: (choice: string) => `Remove ${choice}`,
	clear: 'Clear all',
} as const;

/** Texts of exporting a list. */
export const exportWords = {
	button: 'Export',
	label: 'Export this list',
} as const;
