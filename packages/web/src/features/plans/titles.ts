/** Title and description of the page of plans: what a route needs before its page is loaded. */
export const planTitles = {
	title: 'Plans',
	description: 'What the plans basic, premium and pro cost by the month and by the year, and which reports of the day each opens.',
} as const;
