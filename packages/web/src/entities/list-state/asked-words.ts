/** Words of a filter that an address holds and its list cannot show. */
export const askedWords = {
	two: 'This address holds a filter beside a saved one.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
