/** Texts of a ticker's mentions. */
export const words = {
	title: 'Mentions',
	timeframe: 'Interval',
	timeframes: { one_hour: 'Hour', four_hours: '4 hours', day: 'Day' },
	retweets: 'With retweets',
	none: 'no data source',
	now: (about: string) => `Projection for the current interval: ${about}.`,
	mean: (mean: string, days: number, change: string) => `${days}-day mean: ${mean} (${change}).`,
	noMean: (days: number) => `Too few days for a mean (${days} of at least 20).`,
	counted: (count: string, clock: string) => `${count} until ${clock}.`,
	authors: (count: string) => `${count} authors, each counted once an hour.`,
	noAuthors: 'Number of authors unknown.',
	hour: (mentions: string, threshold: string, beyond: boolean, hours: string) =>
		`Last hour ${mentions}, ${beyond ? 'above' : 'within'} the 99.5th percentile of the previous ${hours} hours (${threshold}).`,
	range: (low: string, high: string) => `${low}–${high}`,
	label: (source: string, ticker: string, intervals: number) =>
		`${source}: mentions of ${ticker} in ${intervals} intervals, with the range on eight of ten days. The table below has the same data.`,
	legend: 'Band: this ticker’s range on eight of ten days; line: mean; dashed: projection of the current interval with its standard error.',
	table: 'Show as table',
	tableLabel: (source: string) => `Mentions by interval, ${source}`,
	columns: ['From', 'Mentions', 'Retweets', 'Authors', 'Usual'],
	failed: 'Couldn’t load mentions.',
} as const;

/** Texts of the results after mention spikes. */
export const followedWords = {
	title: 'After mention spikes',
	ask: 'What happened after mention spikes?',
	sessions: (n: number) => (n === 1 ? '1 session' : `${n} sessions`),
	sides: { rose: 'rose further', fell: 'fell further' },
	columns: ['after', 'n', 'than the median ticker', 'share', 'every session', 'mean', 'median'],
	scope: (hours: string, from: string, to: string, spikes: string, cost: string) =>
		`${hours} hours from ${from} to ${to}; ${spikes} spikes above the 99.5th percentile of the ticker’s previous 30 days. Compared with the median ticker of its size, after costs of ${cost}.`,
	of: (share: string, n: string) => `${share} of ${n}`,
	few: 'Mean and median are before costs. No share is shown for fewer than 30 occurrences. Results are hypothetical.',
	nothing: 'no data source',
	occurrences: 'Latest occurrences',
	occurrenceColumns: ['Hour', 'Mentions', 'Excess'],
	after: (sessions: number) => `after ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
	failed: 'Couldn’t load the results after spikes.',
} as const;
