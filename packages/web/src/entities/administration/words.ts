/** Texts shared by the administration pages. */
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
