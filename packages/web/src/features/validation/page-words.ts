/** Words that only the page of a validation says: the ticker's page, which shows its record in short, does without. */
export const pageWords = {
	search: 'Search the past for this',
	savedTitle: (name: string) => `Filter ${name}, before and since it was saved`,
	occurrencesHint: (bars: number) =>
		`Those that are over stand first, at ${bars === 1 ? '1 bar' : `${bars} bars`}. Open: not over yet, or not measurable. A loser is over and no hit.`,
	occurrenceColumns: { ticker: 'ticker, report', rate: 'rate', outcome: 'outcome', excess: 'excess' },
	outcomes: { hit: 'hit', miss: 'loser', open: 'open' },
	filterOutcome: 'Which occurrences',
	outcomeFilter: { all: 'All', hits: 'Hits', losers: 'Losers', open: 'Open' },
	filterPart: 'Which reports',
	partFilter: { all: 'All', before: 'Before saving', since: 'Since saving' },
	rebuilt: 'rebuilt',
	pages: 'Pages of occurrences',
	page: (first: number, last: number, all: string) => `${first}–${last} of ${all}`,
	noOccurrences: 'None of these.',
	tickersHint:
		'Largest claimed excess first. Rate and mean excess are drawn towards those of all by a hundred occurrences’ worth: (own sum + 100 × mean of all) / (n + 100), Bühlmann’s credibility.',
	tickersColumns: { ticker: 'ticker', n: 'n', hits: 'hits', rate: 'drawn rate', excess: 'drawn excess' },
} as const;
