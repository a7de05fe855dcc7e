import type { DecisionKind } from '@sw/domain/research/decision';

/** Texts of the form that logs decisions. */
export const words = {
	list: 'Your decisions',
	add: 'Log a decision',
	ticker: 'Ticker',
	tickerHint: 'For example AAPL.',
	unknownTicker: 'No ticker has this symbol.',
	kind: 'Decision',
	kinds: { took: 'Took', passed: 'Passed', watching: 'Watching' } satisfies Record<DecisionKind, string>,
	operation: 'Expected direction',
	operations: { short: 'falls', long: 'rises' },
	strategy: 'Bar length',
	horizon: 'Planned exit, in bars',
	horizonHint: 'From 1 to 40.',
	wrongHorizon: 'Enter a whole number from 1 to 40.',
	ofFilter: 'Found by',
	noFilter: 'no saved filter',
	tags: 'Tags',
	tagsHint: 'Separated by commas, at most 5.',
	note: 'Why',
	save: 'Log decision',
	added: 'Decision logged.',
} as const;
