/** Title and description of a history: what a route needs before its page is loaded. */
export const historyTitles = {
	title: (ticker: string) => `History of ${ticker}`,
	description: (ticker: string) => `Past reports of ${ticker}: rate, rank and depths over time.`,
} as const;
