/** Title and description of the page about the service: what a route needs before its page is loaded. */
export const aboutTitles = {
	title: 'About the service',
	description: 'What Signalwheel measures, how a wheel is read, and what the numbers do not say.',
} as const;
