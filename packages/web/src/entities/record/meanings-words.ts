/** What the words of a record mean; fetched with the pages that explain them. */
export const meaningsWords = {
	meaningsTitle: 'What these words mean',
	meanings: [
		[
			'Excess',
			'The log return from the first open after the report to the close of the horizon’s bar, after assumed costs, less that of tickers of the same size. 1 bp is 0.01 %.',
		],
		[
			'Mean, median',
			'The mean is against the mean of the size, with single excesses cut at ±30 %; half of the occurrences lie below the median.',
		],
		[
			'Base rate',
			'How often a pick by chance from the same sizes at the same times would have hit. A hit rate means something only against it.',
		],
		[
			'95 % interval',
			'Where the true hit rate lies, were this repeated often, 19 times in 20. Where it holds the base rate, nothing is shown.',
		],
		['Overlap', 'Occurrences of the same days share one market and count as fewer: the interval stands on those that do not overlap.'],
	] as const,
} as const;
