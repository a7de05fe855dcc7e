/** Definitions of a record's terms; loaded with the pages that explain them. */
export const meaningsWords = {
	meaningsTitle: 'What these terms mean',
	meanings: [
		[
			'Excess',
			'Log return from the first open after the report to the close of the horizon’s bar, after assumed costs, minus that of tickers of the same size. 1 bp is 0.01 %.',
		],
		[
			'Mean, median',
			'The mean compares with the mean of the size group; single excesses are capped at ±30 %. Half of the occurrences are below the median.',
		],
		[
			'Base rate',
			'How often a random pick of the same sizes at the same times would have hit. A hit rate only means something compared with it.',
		],
		[
			'95 % interval',
			'If the measurement were repeated many times, 19 of 20 such intervals would contain the true hit rate. An interval that contains the base rate shows no effect. Two are calculated, Wilson’s on the effective sample and a bootstrap of sessions; the wider one is shown.',
		],
		[
			'Holds however often you look',
			'The 95 % interval is meant for a single look. If you return after each report and stop when you like the number, it fails far more often than 1 in 20. This wider range contains the true hit rate in 19 of 20 records at any time; it uses only completed blocks of days.',
		],
		[
			'Smallest detectable effect',
			'The smallest difference from the base rate that a sample of this size detects in four of five cases. A record that shows no difference says nothing about smaller ones.',
		],
		[
			'Costs',
			'A round trip costs the ticker’s spread, estimated by EDGE from the bars of 21 sessions before the month of the entry, plus fees. Where it can’t be estimated: 5, 15 or 50 bp by size (default). Borrowing shares isn’t included.',
		],
		['Overlap', 'Occurrences on the same days share one market and count as fewer. The interval uses only those that don’t overlap.'],
	] as const,
} as const;
