/** Every word of the tables of mentions. */
export const words = {
	columns: { leaders: ['mentions', 'authors', 'usual', 'change'], urgent: ['mentions', 'authors', 'own 99.5 %', 'beyond'] },
	until: (clock: string) => `The day up to ${clock}, against each ticker’s own mean of 30 days.`,
	scaled: (share: string, days: number) =>
		`Scaled to a whole day: ${share} of a usual day is written by then (${days} days); ± is its standard error.`,
	unscaled: 'Too few days are known to say what the whole day comes to.',
	compared: (n: string) => `${n} tickers compared, in the order of their rise when 5 are added to both sides: small counts do not lead.`,
	hour: (clock: string) => `The hour from ${clock}, against each ticker’s own hours of 30 days.`,
	chance: (beyond: string, tested: string, expected: string) =>
		`${beyond} of ${tested} tested lie beyond their own 99.5th percentile; by chance alone ${expected} would.`,
	before: (days: number, mean: string, most: string) => `At that hour of ${days} earlier days: ${mean} on average, ${most} at most.`,
	noSource: 'no data source',
	noSourceDetail: 'Nobody counts mentions here. An administrator can give keys or import counts by the hour.',
	nothing: { leaders: 'No ticker has a mean to compare with yet', urgent: 'No ticker lies beyond it' },
	needsLicence: 'Mentions are part of every licence.',
	plans: 'Plans',
} as const;
