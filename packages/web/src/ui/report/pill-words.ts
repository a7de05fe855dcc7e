export const pillWords = {
	/** 'New report 12:15 ET: 6 entered, 4 left' */
	newReport: (clock: string, changes: string | undefined) => `New report ${clock}${changes === undefined ? '' : `: ${changes}`}`,
	show: 'Show',
	pause: 'Pause',
	paused: 'Paused. Newer reports are available.',
	resume: 'Resume',
} as const;
