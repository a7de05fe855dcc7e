/** Words of computing a report anew. */
export const verifyWords = {
	button: 'Verify this report',
	hint: 'Computes the whole report anew from the stored bars and compares every cell.',
	working: (share: number) => `Computing it anew: ${share} %`,
	identical: 'Identical: every word, price and mention, and the content hash.',
	identicalHash: 'Identical: the stored rows have the recorded hash. A forecast report is held to its hash alone.',
	different: (n: string) => `Different in ${n} cells`,
	difference: (ticker: string, cell: string, stored: string, recomputed: string) =>
		`${ticker} ${cell}: stored ${stored}, recomputed ${recomputed}`,
	andMore: (n: string) => `and ${n} more`,
	sameInputs: 'The bars are the ones that entered it.',
	otherInputs: 'The bars have changed since it was built.',
	otherEngine: 'Another version of the engine built it: cells may differ by its rules.',
	hash: (hash: string) => `Content hash ${hash}`,
	failed: 'The report could not be verified.',
	retry: 'Try again',
} as const;
