import { validationTitles } from './titles.ts';

/** Texts about what followed signals like a ticker's. */
export const validationWords = {
	...validationTitles,
	panelTitle: 'What happened after signals like this',
	after: (what: string) => `After ${what}, in any ticker.`,
	nothingLit: 'No rated cell is active, so there is no signal to validate.',
	more: 'All occurrences, losers included',
	of: 'Tickers',
	market: 'All tickers',
	ticker: (symbol: string) => `${symbol} only`,
	signals: 'Signals',
	wholeList: (tab: string, filter: string | undefined) => (filter === undefined ? `the whole ${tab} list` : `${tab}, filter ${filter}`),
	condition: (cell: string, depth: number) => `${cell} at depth ${depth} or more`,
	hits: (bars: number) => `hits at ${bars} ${bars === 1 ? 'bar' : 'bars'}`,
	interval: (range: string) => `95 % interval ${range}`,
	/** Hits and mean excess without costs, the mean with them, the mean cost, and the share of estimated costs. */
	beforeCosts: (hits: string, before: string, after: string, cost: string, share: string) =>
		`Before costs ${hits} hits and mean ${before}, after costs mean ${after}. A round trip costs ${cost} on average, ${share} of costs estimated (EDGE).`,
	base: (share: string) => `base rate ${share}`,
	sample: (n: string, effective: string) => `n ${n}, effective sample ${effective}`,
	few: 'Too few occurrences',
	fewDetail: (n: number, least: number) =>
		n === 0 ? 'No occurrences in the available reports.' : `${n} of at least ${least}: too few for a meaningful hit rate.`,
	drawn: (share: string, n: number, hits: number) =>
		`${hits} of ${n} were hits. Adjusted towards the rate of all tickers because of the small sample: ${share}.`,
	bootstrap: (range: string) =>
		`Bootstrap of sessions, all tickers together: ${range}. The interval shown is the wider of this and Wilson’s.`,
	details: 'How sure is this?',
	qValue: (q: string, dependent: string) =>
		`False discovery rate among your trials at this level: ${q}, or ${dependent} if they share occurrences in any way.`,
	histogramTitle: 'Excess returns',
	histogramHint: (bars: number, losers: string) =>
		`After ${bars} bars and costs, compared with tickers of the same size. ${losers} below zero.`,
	histogramLabel: (n: string, low: string, high: string, losers: string) =>
		`${n} excess returns from ${low} to ${high}; ${losers} below zero.`,
	reliabilityTitle: 'Do higher rates do better?',
	reliabilityHint: (n: string, folds: number) => `Calibrated on earlier quarters, tested on later ones: n ${n}, ${folds} folds.`,
	reliabilityLabel: 'Predicted hit rates (horizontal) against observed ones (vertical)',
	reliabilityColumns: { span: 'predicted range', n: 'n', predicted: 'predicted', observed: 'observed' },
	noReliability: 'Too few quarters for calibration and test.',
	brier: (own: string, base: string) => `Brier score ${own}; ${base} for a constant rate. Lower is better.`,
	occurrencesTitle: 'Occurrences',
	tableOf: (what: string) => `${what}, table`,
	tickersTitle: 'By ticker',
	reports: (n: string, from: string, to: string) => `${n} reports, ${from} to ${to}; live reports as first published`,
	hindsight: 'Tickers chosen afterwards',
	reconstructed: (share: string) => `${share} from reports rebuilt from imported bars`,
	hypothetical: 'Hypothetical',
	waiting: 'Waiting for a validation that is already running...',
	working: (share: number) => `Reading past reports: ${share} %`,
	failed: 'Something went wrong',
	failedNext: 'Couldn’t load the record.',
	retry: 'Try again',
	empty: 'No past reports yet.',
	emptyNext: 'The record starts once reports have reached their horizon.',
} as const;

/** Texts of the validation page only. The ticker's page shows a short record and doesn't need them. */
export const pageWords = {
	search: 'Search past reports for this',
	savedTitle: (name: string) => `Filter ${name}, before and after saving`,
	occurrencesHint: (bars: number) => `Ended occurrences first, at ${bars === 1 ? '1 bar' : `${bars} bars`}. Loser: ended without a hit.`,
	occurrenceColumns: { ticker: 'ticker, report', rate: 'rate', trade: 'entry, exit', own: 'return', excess: 'excess' },
	outcomes: { hit: 'hit', miss: 'loser', open: 'open', unmeasured: 'not measurable' },
	entry: 'entry',
	exit: 'exit',
	peers: 'peers',
	cost: 'cost',
	costSources: { edge: '(EDGE)', default: '(default)' },
	best: 'best',
	worst: 'worst',
	tradeHint:
		'Entry at the first open after the report, exit at the close of the horizon’s bar; prices adjusted for splits. Excess: return minus that of peers and cost, in the candidate’s direction. Best and worst: largest move for and against it.',
	filterOutcome: 'Which occurrences',
	outcomeFilter: { all: 'All', hits: 'Hits', losers: 'Losers', open: 'Open' },
	filterPart: 'Which reports',
	partFilter: { all: 'All', before: 'Before saving', since: 'Since saving' },
	rebuilt: 'rebuilt',
	pages: 'Pages of occurrences',
	page: (first: number, last: number, all: string) => `${first}–${last} of ${all}`,
	noOccurrences: 'No occurrences here.',
	tickersHint:
		'Ranked by adjusted excess. As small samples are noisy, each ticker’s hit rate and mean excess are pulled towards the overall values with the weight of 100 occurrences: (own sum + 100 × overall mean) / (n + 100).',
	tickersColumns: { ticker: 'ticker', n: 'n', hits: 'hits', rate: 'adjusted rate', excess: 'adjusted excess' },
} as const;
