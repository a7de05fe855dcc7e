/** Texts that explain a wheel. */
export const explainedWords = {
	label: 'How to read a wheel',
	hypothetical: 'A candidate is an unusual situation, never advice to buy or sell.',
	more: 'About the service',
	close: 'Close',
} as const;
