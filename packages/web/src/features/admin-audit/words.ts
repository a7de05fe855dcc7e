/** Words of the audit log. */
export const auditWords = {
	title: 'Audit log',
	actor: 'Who',
	act: 'What',
	target: 'To whom',
	detail: 'Detail',
	address: 'From',
	empty: 'Nothing was done yet.',
	noneMatches: 'No line begins so within these days.',
	filters: { actor: 'Who begins with', act: 'What begins with', target: 'To whom begins with', from: 'From day (New York)', to: 'To day' },
	file: 'Download as CSV',
	fileHolds: 'The newest 50,000 lines of what is searched for',
	older: 'Pages go back 10,000 lines. Older ones come by their days, or by who did what.',
} as const;
