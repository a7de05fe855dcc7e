/** Texts of the results after mention spikes. */
export const followedWords = {
	title: 'After mention spikes',
	ask: 'What happened after mention spikes?',
	sessions: (n: number) => (n === 1 ? '1 session' : `${n} sessions`),
	sides: { rose: 'rose further', fell: 'fell further' },
	columns: ['after', 'n', 'than the median ticker', 'share', 'every session', 'mean', 'median'],
	looked: (hours: string, from: string, to: string, spikes: string, cost: string) =>
		`${hours} hours from ${from} to ${to}; ${spikes} spikes above the 99.5th percentile of the ticker’s previous 30 days. Compared with the median ticker of its size, after costs of ${cost}.`,
	of: (share: string, n: string) => `${share} of ${n}`,
	few: 'Mean and median are before costs. No share is shown for fewer than 30 occurrences. Results are hypothetical.',
	nothing: 'no data source',
	occurrences: 'Latest occurrences',
	occurrenceColumns: ['Hour', 'Mentions', 'Excess'],
	after: (sessions: number) => `after ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
	failed: 'Couldn’t load the results after spikes.',
} as const;
