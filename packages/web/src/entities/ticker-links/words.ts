/** Texts of links from a ticker to other sites. */
export const linkWords = {
	button: 'Links',
	panel: 'On other sites',
	list: (ticker: string) => `${ticker} on other sites`,
	none: 'You have no links to other sites.',
	needsExchange: (site: string) => `${site}: needs the exchange, which isn’t known for this ticker.`,
	ending: (date: string) => `A filing of ${date} announced the end of this listing.`,
	edit: 'Edit links',
	alert: 'Set an alert',
	decision: 'Log a decision',
	compare: 'Compare',
} as const;
