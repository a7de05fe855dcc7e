/** What is said of signal searches before their page is loaded. */
export const searchTitles = {
	title: 'Signal search',
	description: 'Ask past reports what happened after conditions of your own.',
} as const;
