/** Words of the audit log. */
export const auditWords = {
	title: 'Audit log',
	actor: 'Who',
	act: 'What',
	target: 'To whom',
	detail: 'Detail',
	address: 'From',
	empty: 'Nothing was done yet.',
} as const;
