/** Every word of the mentions of a ticker. */
export const words = {
	title: 'Mentions',
	timeframe: 'By',
	timeframes: { one_hour: 'Hour', four_hours: '4 hours', day: 'Day' },
	retweets: 'With retweets',
	none: 'no data source',
	now: (about: string) => `The interval that runs comes to ${about}.`,
	mean: (mean: string, days: number, change: string) => `Its own mean of ${days} days: ${mean} (${change}).`,
	noMean: (days: number) => `Too few days are counted for a mean (${days} of at least 20).`,
	counted: (count: string, clock: string) => `${count} counted up to ${clock}.`,
	authors: (count: string) => `${count} authors, each once an hour.`,
	noAuthors: 'How many people wrote is not known.',
	hour: (mentions: string, threshold: string, beyond: boolean, hours: string) =>
		`Last hour ${mentions}, ${beyond ? 'beyond' : 'within'} the 99.5th percentile of its ${hours} hours before (${threshold}).`,
	range: (low: string, high: string) => `${low}–${high}`,
	label: (source: string, ticker: string, intervals: number) =>
		`${source}: mentions of ${ticker} in ${intervals} intervals, before the band in which eight of ten days lie. The table below says the same.`,
	legend: 'Band: eight of ten of its own days; line: their mean; dashed: what the running interval comes to, with its standard error.',
	table: 'As a table',
	tableLabel: (source: string) => `Mentions by interval, ${source}`,
	columns: ['From', 'Mentions', 'Retweets', 'Authors', 'Usual'],
	failed: 'The mentions did not arrive.',
} as const;
