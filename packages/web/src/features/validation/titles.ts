/** Title and description of a validation: what a route needs before its page is loaded. */
export const validationTitles = {
	title: (ticker: string) => `Validation of ${ticker}`,
	description: (ticker: string) => `What happened after signals like those of ${ticker}: all occurrences, with interval and base rate.`,
} as const;
