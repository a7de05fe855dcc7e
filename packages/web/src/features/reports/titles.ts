/** Title and description of the pages of reports: what a route needs before its page is loaded. */
export const reportTitles = {
	title: 'Reports',
	titleOf: (date: string) => `Report ${date}`,
	description: 'Every report as published, by time slot.',
} as const;
