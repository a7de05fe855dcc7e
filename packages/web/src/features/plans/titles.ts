/** Title and description of the page of plans: what a route needs before its page is loaded. */
export const planTitles = {
	title: 'Plans',
	description: 'Prices of the basic, premium and pro plans by month and year, and the daily reports each one opens.',
} as const;
