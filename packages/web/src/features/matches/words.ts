/** Texts of the filters that a ticker matches. */
export const matchWords = {
	title: 'Matching filters',
	columns: { filter: 'filter', now: 'now', sessions: 'last sessions', reports: 'reports' },
	builtIn: 'built-in',
	matches: 'matches',
	matchesNot: 'no',
	open: (name: string) => `Open list of ${name}`,
	of: (n: string, all: string) => `${n} of ${all}`,
	inReports: (n: string) => (n === '1' ? '1 report' : `${n} reports`),
	session: (date: string, matched: number, reports: string) => `${date}: ${matched} of ${reports}`,
	span: (sessions: number, from: string, to: string, reports: string) =>
		`${sessions} ${sessions === 1 ? 'session' : 'sessions'}, ${from} to ${to}: ${reports} with this ticker.`,
	locked: (reports: string) => `${reports} outside your licence ${reports.startsWith('1 ') ? 'is' : 'are'} not counted.`,
	rules: 'Tab and conditions only; frozen tickers are included.',
	none: 'No filter matches this ticker now or in these sessions.',
	never: (n: number) => (n === 1 ? '1 filter without a match' : `${n} filters without a match`),
	noFilters: 'No filters yet.',
	toFilters: 'Go to filters',
	failed: 'Couldn’t load filters.',
} as const;
