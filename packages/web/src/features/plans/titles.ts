/** Title and description of the plans page, needed by a route before its page loads. */
export const planTitles = {
	title: 'Plans',
	description: 'Prices of the basic, premium and pro plans by month and year, and the daily reports each one opens.',
} as const;
