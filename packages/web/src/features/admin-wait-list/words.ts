/** Texts of the wait-list page. */
export const waitListWords = {
	title: 'Wait-list',
	email: 'E-mail address',
	source: 'Source',
	created: 'Since',
	filters: { email: 'E-mail contains', source: 'Source', from: 'From date (New York)', to: 'To date' },
	empty: 'No sign-ups yet.',
	noneMatches: 'No sign-ups match.',
	open: (email: string, source: string) => `${email}, ${source}`,
	account: 'Account',
	hasAccount: 'Has an account.',
	noAccount: 'No account.',
	gone: 'Sign-up not found',
	act: 'Actions',
	remove: 'Delete',
	removeNamed: (email: string, source: string) => `Delete ${email}, ${source}`,
	removeEffect: (email: string, source: string) =>
		`Deletes ${email} from the ${source} list. A sign-up from the other source stays, and the address can sign up again.`,
	removeConfirm: 'Delete permanently',
	removed: (email: string, source: string) => `${email} deleted from the ${source} list.`,
} as const;
