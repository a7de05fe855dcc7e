/** Static pages of text only. Operators can replace them with their own pages. */
export const TEXT_PAGES = [
	{
		path: '/faq',
		title: 'Questions and answers',
		description: 'What Signalwheel measures, what a rate means, what you can use without an account, and where the data comes from.',
	},
	{
		path: '/privacy-policy',
		title: 'Privacy policy',
		description: 'Which data this service stores, for how long, which cookies it sets, and which third parties are involved.',
	},
	{
		path: '/terms-of-use',
		title: 'Terms of use',
		description: 'What this service promises and what it doesn’t. All measurements are hypothetical, never advice.',
	},
] as const;
export type TextPath = (typeof TEXT_PAGES)[number]['path'];

/** All static pages; '/about' also shows a wheel. */
export const INFORMATION_PAGES = [
	{
		path: '/about',
		title: 'About the service',
		description: 'What Signalwheel measures, how to read a wheel, and what the numbers don’t mean.',
	},
	...TEXT_PAGES,
] as const;

export type InformationPage = (typeof INFORMATION_PAGES)[number];

export function findInformationPage(path: string): InformationPage | undefined {
	return INFORMATION_PAGES.find((page) => page.path === path);
}

/** The operator as shown to readers. */
export interface Operator {
	readonly name: string;
	/** The operator's postal address in one line; null if not set. */
	readonly address: string | null;
}
