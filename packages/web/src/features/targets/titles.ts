/** What is said of the target lists before their page is loaded. */
export const targetTitles = {
	title: 'Target lists',
	description: 'All saved filters with their top matches, side by side.',
} as const;
