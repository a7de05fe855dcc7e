import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import type { Profile } from '../../entities/session/session-query.ts';
import { amountIn, currenciesOf } from './offers.ts';
import type { Offer, Order, Prices, Subscription } from './queries.ts';

/** A reader's options for a plan. */
export type Step =
	/** Not sold for this period or in this currency; `sold` names the currencies in which it is. */
	| { kind: 'unsold'; sold: readonly string[] }
	/** Payments are disabled: an administrator grants licences. */
	| { kind: 'ask' }
	| { kind: 'sign-up' }
	| { kind: 'confirm' }
	/** The reader's current plan. */
	| { kind: 'own' }
	/** Ordered, payment pending. */
	| { kind: 'waits' }
	| { kind: 'change-order'; amount: number; order: Order }
	| { kind: 'order'; amount: number };

export function isContinuing({ status }: Pick<Subscription, 'status'>): boolean {
	return status === 'active' || status === 'suspended';
}

export function rankOf(license: Licence | null): number {
	return license === null ? -1 : LICENCES.indexOf(license);
}

interface StepInput {
	payments: Prices['payments'];
	offer: Offer | undefined;
	currency: string;
	profile: Pick<Profile, 'status'> | null;
	subscription: Subscription | null;
	/** The newest pending order. */
	waiting: Order | undefined;
}

export function nextStep({ payments, offer, currency, profile, subscription, waiting }: StepInput): Step {
	if (payments === null) return { kind: 'ask' };
	const amount = amountIn(offer, currency);
	if (!offer || amount === undefined) return { kind: 'unsold', sold: offer ? currenciesOf([offer]) : [] };
	if (profile === null) return { kind: 'sign-up' };
	if (profile.status === 'unconfirmed') return { kind: 'confirm' };
	if (subscription && isContinuing(subscription) && subscription.license === offer.license && subscription.period === offer.period)
		return { kind: 'own' };
	if (!waiting) return { kind: 'order', amount };
	const isSame = waiting.product_id === offer.product_id && waiting.currency === currency && waiting.amount === amount;
	return isSame ? { kind: 'waits' } : { kind: 'change-order', amount, order: waiting };
}
