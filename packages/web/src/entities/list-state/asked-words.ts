/** Words of a filter that an address holds and its list cannot show. */
export const askedWords = {
	two: 'This address holds two filters, a saved one and one of its own.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
