import type { InformationSection } from './section.ts';

export const terms: readonly InformationSection[] = [
	{
		title: 'What the service is',
		paragraphs: [
			'It measures how unusual the trading of stocks is and shows the results. All results are hypothetical. Nothing here is advice to buy, sell or hold anything, nor an offer of it, and nothing here knows your situation: what you do with it is your own decision and risk.',
		],
	},
	{
		title: 'What it does not promise',
		paragraphs: [
			'Data come from others and can be late, wrong or missing; where that is known, pages say so. Past results do not foretell later ones. The service may pause for maintenance or be away without notice.',
		],
	},
	{
		title: 'Accounts',
		paragraphs: [
			'An account belongs to one person, who keeps its password and factors to themselves. Licences open reports for their time and to their holder. Whoever attacks the service, guesses other people’s passwords or takes it from others by masses of calls can be blocked.',
		],
	},
	{
		title: 'Paid licences',
		paragraphs: [
			'A licence that is paid for lasts for its period. A subscription is charged again at the end of each until it is finished, which takes effect with what is paid. Where licences are sold, the payment provider is the seller, and its own terms hold for the payment and for giving it back.',
		],
	},
	{
		title: 'What you may do with what you see',
		paragraphs: [
			'Read it, export it where the page offers that, and quote single results with their time. Passing on whole lists or reports, or prices of a source that does not allow it, needs the agreement of the operator and of the source.',
		],
	},
	{
		title: 'Charts',
		paragraphs: ['Price charts are drawn with TradingView Lightweight Charts™, copyright © 2025 TradingView, Inc.'],
	},
	{
		title: 'Changes',
		paragraphs: ['These terms can change; what holds is what stands here. Whoever disagrees can delete the account at any time.'],
	},
];
