export const signWords = {
	failed: 'You are still signed in',
} as const;
