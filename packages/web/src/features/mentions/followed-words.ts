/** Words of what followed after spikes of mentions. */
export const followedWords = {
	title: 'What followed after such hours',
	ask: 'What followed after hours with unusually many mentions?',
	sessions: (n: number) => (n === 1 ? '1 session' : `${n} sessions`),
	sides: { rose: 'rose further', fell: 'fell further' },
	columns: ['after', 'n', 'than the middle ticker', 'share', 'every session', 'mean', 'median'],
	looked: (hours: string, from: string, to: string, spikes: string, cost: string) =>
		`${hours} hours from ${from} to ${to}; ${spikes} hours lay beyond the 99.5th percentile of the ticker’s own 30 days before. Further than the middle ticker of its tier, after costs of ${cost}.`,
	of: (share: string, n: string) => `${share} of ${n}`,
	few: 'Mean and median before costs. Below 30 occurrences no share is shown. Past results are hypothetical.',
	nothing: 'no data source',
	occurrences: 'The newest occurrences',
	occurrenceColumns: ['Hour', 'Mentions', 'Beyond'],
	after: (sessions: number) => `after ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
	failed: 'What followed did not arrive.',
} as const;
