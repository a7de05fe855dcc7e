/** What is said of the inbox before its page is loaded. */
export const messageTitles = {
	title: 'Messages',
	description: 'Notices of your filters, of orders and of the house.',
} as const;
