/** Title and description of the inbox, needed before its page loads. */
export const messageTitles = {
	title: 'Messages',
	description: 'Filter alerts, orders and announcements.',
} as const;
