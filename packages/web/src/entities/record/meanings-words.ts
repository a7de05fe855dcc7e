/** Definitions of a record's terms, each with a worked example. Loaded with the pages that explain them. */
export const meaningsWords = {
	example: (text: string) => `Example: ${text}`,
	meanings: [
		[
			'Excess',
			'Log return from the first open after the report to the close of the horizon’s bar, after assumed costs, minus that of tickers of the same size. 1 bp is 0.01 %.',
			'The ticker fell 4 %, its peers rose 1 %, the round trip cost 15 bp. For a candidate to fall: −ln 0.96 + ln 1.01 − 0.0015 = 493 bp.',
		],
		[
			'Mean, median',
			'The mean compares with the mean of the size group; single excesses are capped at ±30 %. Half of the occurrences are below the median.',
			'Excesses of −2 %, 1 % and 7 % have a mean of 2 % and a median of 1 %.',
		],
		[
			'Base rate',
			'How often a random pick of the same sizes at the same times would have hit. A hit rate only means something compared with it.',
			'After a report, 240 of 500 tickers of the size beat their median after costs: 48 %. The base rate is the mean of this over all occurrences.',
		],
		[
			'95 % interval',
			'If the measurement were repeated many times, 19 of 20 such intervals would contain the true hit rate. An interval that contains the base rate shows no effect. Two are calculated, Wilson’s on the effective sample and a bootstrap of sessions; the wider one is shown.',
			'A rate of 54 % has Wilson’s interval 44.3–63.4 % at an effective sample of 100: a coin is within it.',
		],
		[
			'Holds however often you look',
			'The 95 % interval is meant for a single look. If you return after each report and stop when you like the number, it fails far more often than 1 in 20. This wider range contains the true hit rate in 19 of 20 records at any time; it uses only completed blocks of days.',
			'A gambler bets 40 % of her wealth that the rate is above 50 %. After a block with 8 hits in 10 it is 1 + 0.4 × (8 − 5) / 10 = 1.12 times as large. Once such bets have turned 1 into 40, 50 % is ruled out for good.',
		],
		[
			'Smallest detectable effect',
			'The smallest difference from the base rate that a sample of this size detects in four of five cases. A record that shows no difference says nothing about smaller ones.',
			'With a base rate of 50 % and an effective sample of 400: 2.8 × √(0.5 × 0.5 / 400) = 7.0 points.',
		],
		[
			'Costs',
			'A round trip costs the ticker’s spread, estimated by EDGE from the bars of the 21 sessions before the session of the entry, plus fees. Where it can’t be estimated: 5, 15 or 50 bp by size (default). Borrowing shares isn’t included.',
			'Bid 99.9, ask 100.1: a spread of 20 bp plus 0.3 bp of fees.',
		],
		[
			'Overlap',
			'Occurrences on the same days share one market and count as fewer: the effective sample (n_eff).',
			'Four blocks of 10 occurrences with 8, 8, 2 and 2 hits differ 3.6 times as much as 40 independent ones would: they count as 11. Few or neighbouring blocks count as even fewer.',
		],
		[
			'Luck line',
			'The rate below which the best of your trials without skill stays in 95 of 100 cases. Each change of conditions, dates or horizon is a trial.',
			'30 trials with a base rate of 50 % and an effective sample of 400: 57.3 %. A single one: 54.9 %.',
		],
		[
			'Adjusted rate',
			'A ticker has few occurrences, so its rate is drawn towards that of all tickers, with the weight of 100 occurrences.',
			'9 hits of 10 among tickers with 51 %: (9 + 51) / (10 + 100) = 54.5 %.',
		],
		[
			'False discoveries (q)',
			'The share of false results among those that look as good as this one, over all your trials: if they are independent, and whatever their dependence.',
			'p-values of 1 %, 2 % and 30 %: the first has q = 3 × 1 % / 1 or, if smaller, 3 × 2 % / 2 = 3.0 %; whatever the dependence, 1 + 1/2 + 1/3 times as much, 5.5 %.',
		],
	] as const,
} as const;
