import type { InformationSection } from './section.ts';

export const terms: readonly InformationSection[] = [
	{
		title: 'What the service is',
		paragraphs: [
			'The service measures how unusual the trading of stocks is and shows the results. All results are hypothetical. Nothing here is advice or an offer to buy, sell or hold anything, and the service doesn’t know your situation. Your decisions are your own responsibility and risk.',
		],
	},
	{
		title: 'What the service doesn’t promise',
		paragraphs: [
			'Data comes from third parties and can be late, wrong or incomplete; known problems are marked. Past results don’t predict future results. The service may be interrupted for maintenance or become unavailable without notice.',
		],
	},
	{
		title: 'Accounts',
		paragraphs: [
			'An account is for one person, who keeps its password and second factors secret. A licence is for its holder and its period. Accounts that attack the service, guess passwords or overload it with requests can be blocked.',
		],
	},
	{
		title: 'Paid licences',
		paragraphs: [
			'A paid licence lasts for its period. A subscription renews at the end of each period until you cancel it; the licence then lasts until the end of the paid period. The payment provider is the seller, and its terms apply to payments and refunds.',
		],
	},
	{
		title: 'How you may use the content',
		paragraphs: [
			'You may read the content, export it where the page offers that, and quote single results with their time. Redistributing whole lists or reports, or prices that the source doesn’t allow to be shared, needs the consent of the operator and the source.',
		],
	},
	{
		title: 'Charts',
		paragraphs: ['Price charts use TradingView Lightweight Charts™, copyright © 2025 TradingView, Inc.'],
	},
	{
		title: 'Changes',
		paragraphs: ['These terms can change; the version on this page applies. If you disagree, you can delete your account at any time.'],
	},
];
