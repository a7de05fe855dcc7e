import { type BillingPeriod, DEFAULT_CURRENCY, monthsOf } from '@sw/domain/billing/plan';
import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import type { Profile } from '../../entities/session/session-query.ts';
import type { Offer, Order, Prices, Subscription } from './queries.ts';

/** Returns every currency in which a plan is sold, the default currency first. */
export function listCurrencies(offers: readonly Offer[]): string[] {
	return [...new Set(offers.flatMap(({ prices }) => prices.map(({ currency }) => currency)))].sort(
		(a, b) => Number(b === DEFAULT_CURRENCY) - Number(a === DEFAULT_CURRENCY) || (a < b ? -1 : 1),
	);
}

export function findOffer(offers: readonly Offer[], license: Licence, period: BillingPeriod): Offer | undefined {
	return offers.find((offer) => offer.license === license && offer.period === period);
}

/** Returns the offer's price in major units (dollars, not cents); undefined if the offer isn't sold in this currency. */
export function findAmount(offer: Offer | undefined, currency: string): number | undefined {
	return offer?.prices.find((price) => price.currency === currency)?.amount;
}

/** Computes the price per month, rounded to the cent. */
export function computeMonthlyAmount(amount: number, period: BillingPeriod): number {
	return Math.round((amount / monthsOf(period)) * 100) / 100;
}

/** Computes the price of twelve monthly payments; undefined unless the plan is sold by month and by year, and the year is cheaper. */
export function computeTwelveMonthsAmount(offers: readonly Offer[], license: Licence, currency: string): number | undefined {
	const monthlyPrice = findAmount(findOffer(offers, license, 'month'), currency);
	const yearlyPrice = findAmount(findOffer(offers, license, 'year'), currency);
	const twelveMonthsPrice = monthlyPrice === undefined ? undefined : Math.round(monthlyPrice * monthsOf('year') * 100) / 100;
	return twelveMonthsPrice !== undefined && yearlyPrice !== undefined && twelveMonthsPrice > yearlyPrice ? twelveMonthsPrice : undefined;
}

/** Returns the lowest and the highest saving of annual billing among all plans, in whole percent; undefined if no plan saves anything. */
export function computeYearlySavings(offers: readonly Offer[], currency: string): { minimum: number; maximum: number } | undefined {
	const savings = LICENCES.flatMap((license) => {
		const yearlyPrice = findAmount(findOffer(offers, license, 'year'), currency);
		if (yearlyPrice === undefined) return [];
		const twelveMonthsPrice = computeTwelveMonthsAmount(offers, license, currency);
		return twelveMonthsPrice === undefined
			? findOffer(offers, license, 'month')
				? [0]
				: []
			: [Math.round((1 - yearlyPrice / twelveMonthsPrice) * 100)];
	});
	const maximum = Math.max(0, ...savings);
	return maximum === 0 ? undefined : { minimum: Math.min(...savings), maximum };
}

/** Why an order can't be paid as it is. */
export type OrderProblem =
	| { kind: 'off' }
	| { kind: 'currency'; sold: readonly string[] }
	/** `amount`: the current price. */
	| { kind: 'price'; amount: number };

/** Compares an order with the current offers; null if the order can be paid as it is. */
export function findOrderProblem(
	order: { product_id: string; currency: string; amount: number },
	offers: readonly Offer[],
): OrderProblem | null {
	const offer = offers.find(({ product_id }) => product_id === order.product_id);
	if (!offer || offer.prices.length === 0) return { kind: 'off' };
	const amount = findAmount(offer, order.currency);
	if (amount === undefined) return { kind: 'currency', sold: listCurrencies([offer]) };
	return amount === order.amount ? null : { kind: 'price', amount };
}

/** The reader's next step for a plan. */
export type Step =
	/** Not sold for this period or in this currency. `sold`: the currencies in which the plan is sold for this period. */
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

/** Returns the rank of a plan, from 0 for the lowest; -1 without a licence. */
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
	pendingOrder: Order | undefined;
}

export function chooseNextStep({ payments, offer, currency, profile, subscription, pendingOrder }: StepInput): Step {
	if (payments === null) return { kind: 'ask' };
	const amount = findAmount(offer, currency);
	if (!offer || amount === undefined) return { kind: 'unsold', sold: offer ? listCurrencies([offer]) : [] };
	if (profile === null) return { kind: 'sign-up' };
	if (profile.status === 'unconfirmed') return { kind: 'confirm' };
	if (subscription && isContinuing(subscription) && subscription.license === offer.license && subscription.period === offer.period)
		return { kind: 'own' };
	if (!pendingOrder) return { kind: 'order', amount };
	const isSameOrder = pendingOrder.product_id === offer.product_id && pendingOrder.currency === currency && pendingOrder.amount === amount;
	return isSameOrder ? { kind: 'waits' } : { kind: 'change-order', amount, order: pendingOrder };
}
