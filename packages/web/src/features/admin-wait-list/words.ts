/** Words of the wait-list. */
export const waitListWords = {
	title: 'Wait-list',
	email: 'E-mail address',
	source: 'Source',
	created: 'Since',
	filters: { email: 'Part of the address', source: 'Source', from: 'From day (New York)', to: 'To day' },
	empty: 'Nobody waits yet.',
	noneMatches: 'No entry is like that within these days.',
	open: (email: string, source: string) => `${email}, ${source}`,
	account: 'Account',
	hasAccount: 'It has an account by now.',
	hasNone: 'It has none.',
	gone: 'There is no such entry any more.',
	act: 'What can be done',
	remove: 'Delete',
	removeNamed: (email: string, source: string) => `Delete ${email}, ${source}`,
	removeWill: (email: string, source: string) =>
		`${email} is taken from the list of ${source} for good. An entry of the other source stays, and the address may be put on the list again.`,
	removeSure: 'Delete for good',
	removed: (email: string, source: string) => `${email} no longer stands on the list of ${source}.`,
} as const;
