export const words = {
	away: 'Live updates are away for the moment: new reports are asked for once a minute.',
} as const;
