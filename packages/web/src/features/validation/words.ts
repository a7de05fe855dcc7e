import { validationTitles } from './titles.ts';

/** Words of the record of what happened after signals like a ticker's. */
export const validationWords = {
	...validationTitles,
	panelTitle: 'What happened after signals like this',
	after: (what: string) => `After ${what}, in any ticker.`,
	nothingLit: 'No rated cell is lit: there is no signal to ask about.',
	more: 'Every occurrence, losers included',
	of: 'Whose past',
	market: 'All tickers',
	ticker: (symbol: string) => `${symbol} alone`,
	signals: 'Signals',
	wholeList: (tab: string, filter: string | undefined) => (filter === undefined ? `the whole list ${tab}` : `${tab}, filter ${filter}`),
	condition: (cell: string, depth: number) => `${cell} at least ${depth} ${depth === 1 ? 'ring' : 'rings'}`,
	hits: (bars: number) => `hits at ${bars} ${bars === 1 ? 'bar' : 'bars'}`,
	interval: (range: string) => `95 % interval ${range}`,
	base: (share: string) => `base rate ${share}`,
	sample: (n: string, effective: string) => `n ${n}, worth ${effective} that do not overlap`,
	few: 'Too few occurrences',
	fewDetail: (n: number, least: number) =>
		n === 0
			? 'It has not happened in the reports that there are: nothing can be said.'
			: `${n} of at least ${least}: a rate of so few is noise, so none is shown.`,
	drawn: (share: string, n: number, hits: number) =>
		`Alone: ${hits} of ${n} hit. Drawn towards all tickers’ rate, as few say little: ${share}.`,
	standing: {
		few: '',
		above: 'Above its base rate, beyond the interval.',
		below: 'Below its base rate, beyond the interval.',
		same: 'Not told apart from its base rate: the interval holds it.',
	},
	qValue: (q: string) => `Share of false discoveries among your filters at this level: ${q}.`,
	columns: { horizon: 'after', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	savedTitle: (name: string) => `Filter ${name}, before and since it was saved`,
	bars: (n: number) => (n === 1 ? '1 bar' : `${n} bars`),
	resultsTitle: 'By horizon',
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
	histogramTitle: 'Excess returns',
	histogramHint: (bars: number, losers: string) =>
		`After ${bars} bars, after costs, against tickers of the same size. ${losers} of them below zero.`,
	histogramLabel: (n: string, low: string, high: string, losers: string) =>
		`${n} excess returns from ${low} to ${high}; ${losers} below zero.`,
	reliabilityTitle: 'Is a higher rate a better one?',
	reliabilityHint: (n: string, folds: number) => `Calibrated on earlier quarters, judged on later ones: n ${n}, ${folds} folds.`,
	reliabilityLabel: 'Hit rates that were foretold, across, against those that came, up',
	reliabilityColumns: { span: 'foretold in', n: 'n', predicted: 'foretold', observed: 'came' },
	noReliability: 'Not enough quarters to calibrate on earlier ones and judge on later ones.',
	brier: (own: string, base: string) => `Brier score ${own}; a constant rate has ${base}. Smaller is better.`,
	occurrencesTitle: 'Occurrences',
	occurrencesHint: (bars: number) =>
		`Those that are over stand first, at ${bars === 1 ? '1 bar' : `${bars} bars`}. Open: not over yet, or not measurable. A loser is over and no hit.`,
	occurrenceColumns: { ticker: 'ticker, report', rate: 'rate', outcome: 'outcome', excess: 'excess' },
	sortBy: (column: string) => `Sort by ${column}`,
	outcomes: { hit: 'hit', miss: 'loser', open: 'open' },
	filterOutcome: 'Which occurrences',
	outcomeFilter: { all: 'All', hits: 'Hits', losers: 'Losers', open: 'Open' },
	filterPart: 'Which reports',
	partFilter: { all: 'All', before: 'Before saving', since: 'Since saving' },
	rebuilt: 'rebuilt',
	pages: 'Pages of occurrences',
	page: (first: number, last: number, all: string) => `${first}–${last} of ${all}`,
	noOccurrences: 'None of these.',
	tableOf: (what: string) => `${what}, the table`,
	tickersTitle: 'By ticker',
	tickersHint:
		'Largest claimed excess first. Rate and mean excess are drawn towards those of all by a hundred occurrences’ worth: (own sum + 100 × mean of all) / (n + 100), Bühlmann’s credibility.',
	tickersColumns: { ticker: 'ticker', n: 'n', hits: 'hits', rate: 'drawn rate', excess: 'drawn excess' },
	reports: (n: string, from: string, to: string) => `${n} reports (live ones as first published), ${from} to ${to}`,
	reconstructed: (share: string) => `${share} from reports rebuilt from imported bars`,
	hypothetical: 'Hypothetical',
	waiting: 'Waiting for a validation that is under way …',
	working: (share: number) => `Reading the past: ${share} %`,
	failed: 'Something went wrong',
	failedNext: 'The record did not arrive.',
	retry: 'Try again',
	empty: 'There are no past reports yet.',
	emptyNext: 'A record needs reports whose horizon is over.',
} as const;
