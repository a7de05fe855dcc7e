/** Texts of the mention tables. */
export const words = {
	columns: { leaders: ['mentions', 'authors', 'usual', 'change'], urgent: ['mentions', 'authors', '99.5 % limit', 'excess'] },
	until: (clock: string) => `Today until ${clock}, compared with each ticker’s 30-day mean.`,
	scaled: (share: string, days: number) =>
		`Projected to a full day: ${share} of a usual day’s mentions come by then (${days} days); ± is the standard error.`,
	unscaled: 'Too few days to project the full day.',
	compared: (n: string) => `${n} tickers, ranked by increase with 5 added to both sides, so that small counts don’t lead.`,
	hour: (clock: string) => `The hour from ${clock}, compared with each ticker’s own hours over 30 days.`,
	chance: (beyond: string, tested: string, expected: string) =>
		`${beyond} of ${tested} are above their own 99.5th percentile; ${expected} would be expected by chance.`,
	before: (days: number, mean: string, most: string) => `Same hour on ${days} earlier days: ${mean} on average, at most ${most}.`,
	noSource: 'no data source',
	noSourceDetail: 'No mention source is set up. An administrator can add API keys or import hourly counts.',
	nothing: { leaders: 'No ticker has enough history yet', urgent: 'No ticker is above its limit' },
	needsLicence: 'All licences include mentions.',
	plans: 'Plans',
} as const;
