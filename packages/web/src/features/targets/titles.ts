/** What is said of the target lists before their page is loaded. */
export const targetTitles = {
	title: 'Target lists',
	description: 'Every saved filter with its first matches, side by side.',
} as const;
