/** Words of the filters that let a ticker in. */
export const matchWords = {
	title: 'Filters that match',
	columns: { filter: 'filter', now: 'now', sessions: 'last sessions', reports: 'reports' },
	house: 'house',
	matches: 'matches',
	matchesNot: 'no',
	open: (name: string) => `Open the list of ${name}`,
	of: (n: string, all: string) => `${n} of ${all}`,
	inReports: (n: string) => (n === '1' ? '1 report' : `${n} reports`),
	session: (date: string, matched: number, reports: string) => `${date}: ${matched} of ${reports}`,
	span: (sessions: number, from: string, to: string, reports: string) =>
		`${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${from} to ${to}: ${reports} with this ticker.`,
	locked: (reports: string) => `${reports} that your licence does not open ${reports.startsWith('1 ') ? 'is' : 'are'} left out.`,
	rules: 'By tab and conditions; frozen tickers count.',
	none: 'No filter matches it now or did in these sessions.',
	never: (n: number) => (n === 1 ? '1 filter never matched' : `${n} filters never matched`),
	noFilters: 'There is no filter yet.',
	toFilters: 'To the filters',
	failed: 'The filters did not arrive.',
} as const;
