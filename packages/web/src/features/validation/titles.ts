/** Title and description of a validation, needed by a route before its page loads. */
export const validationTitles = {
	title: (ticker: string) => `Validation of ${ticker}`,
	description: (ticker: string) => `What happened after signals like those of ${ticker}: all occurrences, with interval and base rate.`,
} as const;
