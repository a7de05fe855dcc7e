/** Words of a filter that an address holds and its list cannot show. */
export const askedWords = {
	two: 'The address has a saved filter and a second, unsaved one.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
