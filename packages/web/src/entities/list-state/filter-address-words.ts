/** Texts for a filter in an address that its list can't show. */
export const filterAddressWords = {
	two: 'The link has both a saved filter and unsaved conditions.',
	without: (fault: string) => `${fault} The list is shown without it.`,
} as const;
