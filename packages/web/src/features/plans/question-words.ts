import { TRIAL } from '@sw/domain/access/account';
import { VISITOR_TICKERS_A_DAY } from '@sw/domain/access/allowance';
import type { Prices } from './queries.ts';

export const questionWords = {
	title: 'Questions',
	another: 'More questions?',
	faq: 'FAQ',
	terms: 'Terms',
	answers: (payments: Prices['payments']): readonly (readonly [question: string, answer: string])[] => [
		[
			'What can I use without a plan?',
			`A new account includes ${TRIAL.days} days of ${TRIAL.license} once its address is confirmed. After that, the first cards of each list, the top tables and ${VISITOR_TICKERS_A_DAY} tickers a day stay free.`,
		],
		[
			'Does a higher plan predict better?',
			'No. All plans use the same measurements; a higher plan opens more reports a day. All results are hypothetical.',
		],
		[
			'Can I switch plans mid-term?',
			'Yes. You pay the full price of the new plan; the old plan isn’t credited or prorated. It isn’t renewed and stays active until the end of its paid period. Until then the higher of the two applies.',
		],
		[
			'What if I have more filters than a lower plan allows?',
			'They all stay and keep working. To add new ones, first delete enough to be under the limit.',
		],
		[
			'How do I cancel?',
			'In your profile, in two clicks: at the end of the paid period, or immediately. You see the consequences before you confirm.',
		],
		[
			'Which payment methods are accepted?',
			payments === 'payproglobal'
				? 'Those offered by PayPro Global’s checkout. This site never sees your card number, only its first six and last four digits.'
				: payments === 'simulated'
					? 'None: the checkout is simulated and nothing is charged.'
					: 'None on this site. The operator grants licences manually.',
		],
	],
} as const;
