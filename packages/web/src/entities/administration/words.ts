/** Words that the pages of the administration share. */
export const adminWords = {
	none: 'none',
	never: 'never',
	any: 'any',
	find: 'Find',
	noResults: 'No results',
	pages: 'Pages',
	pageOf: (from: number, to: number, total: number, isMore = false) => `${from}–${to} of ${isMore ? 'more than ' : ''}${total}`,
	time: 'Time',
} as const;
