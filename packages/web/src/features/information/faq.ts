import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { InformationSection } from './section.ts';

export const faq: readonly InformationSection[] = [
	{
		title: 'What is Signalwheel?',
		paragraphs: [
			'Every 15 minutes of the trading day it measures how extreme price, volume and option flow are, for every ticker on five timeframes. The result is a report with a short ranked list of cards, each with a wheel.',
		],
	},
	{
		title: 'Is a candidate a recommendation?',
		paragraphs: [
			'No. A candidate is an unusual situation. Next to it you see how similar situations continued in the past, with sample size, interval and base rate. All results are hypothetical, and past results don’t predict future results.',
		],
	},
	{
		title: 'What does the rate mean?',
		paragraphs: [
			'The rate is the weighted sum of the depths that support the candidate, over three timeframes. Depth is the number of fixed levels a sector has reached, from 1.5 to 4 typical moves of that ticker at that time of day. The ticker’s page shows each term.',
		],
	},
	{
		title: 'Where does the data come from?',
		paragraphs: [
			'The top of every page names the source. “Simulated market” means that all tickers and prices are invented. Missing values are shown as n/a, never as 0, and late data is marked.',
		],
	},
	{
		title: 'Can a report change later?',
		paragraphs: [
			'No. A report uses only data known at its time, and its content hash is chained to the report before it. If data is corrected, a new version is added and the old one stays available. Any report can be recalculated and compared.',
		],
	},
	{
		title: 'What can I see without an account?',
		paragraphs: [
			`The first cards of each list, the top tables, and ${VISITOR_TICKERS_A_DAY} different tickers a day. With a licence you get full lists, your own filters, favourites, a frozen list, and the reports of your plan.`,
		],
	},
	{
		title: 'How do I delete my account?',
		paragraphs: ['On your profile page. All your data is deleted with it; entries in the audit log remain.'],
	},
	{
		title: 'Is there an API?',
		paragraphs: ['Yes. The API page, linked at the bottom of this page, documents every call.'],
	},
];
