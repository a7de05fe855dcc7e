/** Texts of the validation page only: the ticker's page, which shows the record in short, doesn't need them. */
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
