/** Words of how a wheel is read. */
export const explainedWords = {
	label: 'How a wheel is read',
	hypothetical: 'A candidate is an unusual situation that was measured, never advice to buy or sell.',
	more: 'More about the service',
	close: 'Close',
} as const;
