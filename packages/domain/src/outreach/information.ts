/** Pages of words alone: what a stranger asks, and what holds between readers and whoever runs the service. */
export const TEXT_PAGES = [
	{
		path: '/faq',
		title: 'Questions and answers',
		description:
			'What Signalwheel measures, what a rate says and does not say, what can be read without an account, and where its numbers come from.',
	},
	{
		path: '/privacy-policy',
		title: 'Privacy policy',
		description: 'What this service keeps of its readers, for how long, which cookies it sets, and who else takes part.',
	},
	{
		path: '/terms-of-use',
		title: 'Terms of use',
		description: 'What this service promises its readers and what it does not: measurements of markets, hypothetical, never advice.',
	},
] as const;
export type TextPath = (typeof TEXT_PAGES)[number]['path'];

/** Pages that explain: the one about the service shows a wheel, too. */
export const INFORMATION_PAGES = [
	{
		path: '/about',
		title: 'About the service',
		description: 'What Signalwheel measures, how a wheel is read, and what the numbers do not say.',
	},
	...TEXT_PAGES,
] as const;

export type InformationPage = (typeof INFORMATION_PAGES)[number];

export const informationPage = (path: string): InformationPage | undefined => INFORMATION_PAGES.find((page) => page.path === path);

/** Who runs the service, as readers are told; null where nobody has said so. */
export interface Operator {
	readonly name: string;
	/** Where letters reach them, in one line; null where it is not told. */
	readonly address: string | null;
}
