/** What is said of the inbox before its page is loaded. */
export const messageTitles = {
	title: 'Messages',
	description: 'Filter alerts, orders and announcements.',
} as const;
