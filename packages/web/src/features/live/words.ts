export const words = {
	away: 'Live updates are unavailable. Checking for new reports once a minute.',
} as const;
