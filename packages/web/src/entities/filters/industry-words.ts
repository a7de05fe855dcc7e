/** Texts of the choice of an industry. */
export const industryWords = {
	industry: 'Industry',
	choose: 'Choose an industry',
	any: 'Any industry',
	unknown: 'No industries are known',
	failed: 'Couldn’t load industries',
} as const;
