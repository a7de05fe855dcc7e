/** Words around the pages of words. */
export const informationWords = {
	home: 'Home',
	operator: 'Who runs this service',
	nobody: 'Whoever runs this installation has not given a name here yet.',
	contact: 'Write to the operator',
} as const;
