/** Title and description of the administration: what a route needs before its page is loaded. */
export const adminTitles = {
	title: 'Administration',
	description: 'Users, audit log and outbox.',
} as const;
