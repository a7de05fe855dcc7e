/** Texts of the outbox. */
export const outboxWords = {
	title: 'Outbox',
	to: 'To',
	subject: 'Subject',
	empty: 'No mails in the outbox',
	emptyDetail: 'Mails are stored here while no mail server is set up.',
	open: (subject: string, to: string) => `${subject} to ${to}`,
} as const;
