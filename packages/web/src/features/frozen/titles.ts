/** Title and description of the frozen list, needed by a route before its page loads. */
export const frozenTitles = {
	title: 'Frozen List',
	description: 'Tickers hidden from your lists.',
} as const;
