/** Texts of the audit log. */
export const auditWords = {
	title: 'Audit log',
	actor: 'User',
	act: 'Action',
	target: 'Target',
	detail: 'Detail',
	address: 'IP address',
	empty: 'No entries yet.',
	noneMatches: 'No entries match.',
	filters: {
		actor: 'User starts with',
		act: 'Action starts with',
		target: 'Target starts with',
		from: 'From date (New York)',
		to: 'To date',
	},
	file: 'Download as CSV',
	fileHint: 'The latest 50,000 matching entries',
	older: 'Paging stops after 10,000 entries. For older ones, filter by date, user or action.',
} as const;
