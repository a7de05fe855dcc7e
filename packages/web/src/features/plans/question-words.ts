import { TRIAL } from '@sw/domain/access/account';
import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { Prices } from './queries.ts';

export const questionWords = {
	title: 'Questions',
	another: 'Another question?',
	faq: 'FAQ',
	terms: 'Terms',
	answers: (payments: Prices['payments']): readonly (readonly [question: string, answer: string])[] => [
		[
			'What happens without a plan?',
			`A confirmed account has ${TRIAL.days} days of ${TRIAL.license}. After that the lists' first cards, the top tables and the pages of ${VISITOR_TICKERS_A_DAY} tickers a day stay free.`,
		],
		[
			'Does a dearer plan predict better?',
			'No. All plans read the same measurements; a dearer one opens more reports of the day. Results are hypothetical in each.',
		],
		[
			'Can I change in the middle of a term?',
			'Yes. The new plan is charged in full; nothing of the old one is credited or prorated. The old one is charged no more and stays to the end of what is paid; until then the larger of both counts.',
		],
		[
			'What if I keep more filters than a smaller plan allows?',
			'None is deleted, and all go on working. There is no room for new ones until you keep fewer.',
		],
		[
			'How do I cancel?',
			'In your profile, in two clicks: with the end of what is paid, or at once. What follows from either is said before the click.',
		],
		[
			'Which payments are taken?',
			payments === 'payproglobal'
				? 'Those that the checkout of PayPro Global offers. Card numbers never come to this service; it is told the first six and the last four digits.'
				: payments === 'simulated'
					? 'None: the checkout is simulated, and no money is taken.'
					: 'None on this site. The operator grants licences by hand.',
		],
	],
} as const;
