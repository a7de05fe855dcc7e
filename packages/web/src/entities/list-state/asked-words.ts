/** Texts for a filter in an address that its list can't show. */
export const askedWords = {
	two: 'The address has a saved filter and a second, unsaved one.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
