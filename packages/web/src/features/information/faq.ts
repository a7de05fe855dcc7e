import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { InformationSection } from './section.ts';

export const faq: readonly InformationSection[] = [
	{
		title: 'What is Signalwheel?',
		paragraphs: [
			'At every quarter-hour of the trading day it measures, for every ticker and five timeframes, how extreme price, volume and option flow are. What comes of it is a report, and of a report a short ranked list of wheels.',
		],
	},
	{
		title: 'Is a candidate a recommendation?',
		paragraphs: [
			'No. A candidate is an unusual situation that was measured. Whether such situations went on or turned back in the past stands beside them, with the number of cases, an interval and the base rate. All of it is hypothetical, and the past does not foretell what comes.',
		],
	},
	{
		title: 'What does the rate say?',
		paragraphs: [
			'It is the weighted sum of the depths of the cells that speak for the candidate, over three timeframes. A depth is how many of five fixed rings a sector has crossed, from 1.5 to 4 typical moves of that very ticker at that time of day. Each term of the sum stands on the page of the ticker.',
		],
	},
	{
		title: 'Where do the numbers come from?',
		paragraphs: [
			'The head of every page names their source. Where it says “Simulated market”, every ticker and every price is invented. What is missing is shown as n/a, never as 0, and where the newest data are late the page says so.',
		],
	},
	{
		title: 'Can a report be changed afterwards?',
		paragraphs: [
			'No. A report uses nothing that came later, and carries the hash of its content, chained to the report before it. Where data are corrected there is a new version beside the old one, which stays readable. Any report can be computed again and compared.',
		],
	},
	{
		title: 'What can be read without an account?',
		paragraphs: [
			`The first cards of each list, the top tables, and the pages of ${VISITOR_TICKERS_A_DAY} different tickers a day. An account with a licence has the whole lists, filters of its own, favourites and a frozen list, and the reports of its level.`,
		],
	},
	{
		title: 'How is an account deleted?',
		paragraphs: ['By its owner, on the profile page. Everything that belongs to it goes with it; lines of the audit log stay.'],
	},
	{
		title: 'Is there an interface for programs?',
		paragraphs: ['Yes. Every call, with what it takes and answers, stands on the page of the API, which the foot of this page names.'],
	},
];
