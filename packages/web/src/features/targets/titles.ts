/** Title and description of the target lists, needed before their page loads. */
export const targetTitles = {
	title: 'Target lists',
	description: 'All saved filters with their top matches, side by side.',
} as const;
