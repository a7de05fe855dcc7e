/** Titles and descriptions of report pages, needed by a route before its page loads. */
export const reportTitles = {
	title: 'Reports',
	titleOf: (date: string) => `Report ${date}`,
	description: 'Every report as published, by time slot.',
} as const;
