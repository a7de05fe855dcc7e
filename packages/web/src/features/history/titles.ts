/** Title and description of a history, needed by a route before its page loads. */
export const historyTitles = {
	title: (ticker: string) => `History of ${ticker}`,
	description: (ticker: string) => `Past reports of ${ticker}: rate, rank and depths over time.`,
} as const;
