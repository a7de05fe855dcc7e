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
	tableOf: (what: string) => `${what}, the table`,
	tickersTitle: 'By ticker',
	reports: (n: string, from: string, to: string) => `${n} reports (live ones as first published), ${from} to ${to}`,
	licence: (licence: string) => `Only reports that the ${licence} licence opens are counted: with a higher one the numbers differ.`,
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
