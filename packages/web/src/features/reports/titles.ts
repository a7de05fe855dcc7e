/** Title and description of the pages of reports: what a route needs before its page is loaded. */
export const reportTitles = {
	title: 'Reports',
	titleOf: (date: string) => `Report ${date}`,
	description: 'Every report as it was published, at its quarter-hour.',
} as const;
