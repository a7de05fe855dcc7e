import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { sessionOn } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { exchangeDate } from '@sw/domain/time/units';

type Offer = AnswerOf<Contract['billing']['prices']>['items'][number];
type Order = AnswerOf<Contract['billing']['order']>;
type Charge = Order['charges'][number];
type Subscription = NonNullable<AnswerOf<Contract['billing']['subscription']>['subscription']>;

export const NOW = '2026-06-30T15:45:00Z';

/** A plan on sale, with optional differences. */
export function createOffer(license: Offer['license'], period: Offer['period'], amount: number, overrides: Partial<Offer> = {}): Offer {
	return {
		product_id: `${license}-${period}`,
		name: `${license.charAt(0).toUpperCase()}${license.slice(1)}`,
		license,
		period,
		trial_days: 0,
		prices: [{ currency: 'USD', amount }],
		...overrides,
	};
}

/** Three plans, monthly and yearly. */
export const OFFERS: readonly Offer[] = [
	createOffer('basic', 'month', 19),
	createOffer('premium', 'month', 49),
	createOffer('pro', 'month', 99),
	createOffer('basic', 'year', 190),
	createOffer('premium', 'year', 490),
	createOffer('pro', 'year', 990),
];

/** A pending order of monthly premium, with optional differences. */
export function createPendingOrder(overrides: Partial<Order> = {}): Order {
	return {
		id: '0197b3a2-0000-7000-8000-00000000000a',
		code: 'AB2CD3EF4GH5',
		status: 'waiting',
		product_id: 'premium-month',
		name: 'Premium',
		license: 'premium',
		period: 'month',
		currency: 'USD',
		amount: 49,
		coupon: null,
		payment_method: null,
		checkout_url: '#checkout',
		charges: [],
		created: NOW,
		updated: NOW,
		paid: null,
		email: 'ann@example.com',
		provider_order_id: null,
		...overrides,
	};
}

export function createCharge(overrides: Partial<Charge> = {}): Charge {
	return {
		provider_order_id: '1001',
		status: 'processed',
		time: '2026-06-12T15:45:00Z',
		amount: 49,
		currency: 'USD',
		invoice_url: null,
		...overrides,
	};
}

/** A monthly premium subscription that renews automatically, with optional differences. */
export function createSubscription(overrides: Partial<Subscription> = {}): Subscription {
	return {
		id: '0197b3a2-0000-7000-8000-00000000000b',
		status: 'active',
		order_id: '0197b3a2-0000-7000-8000-00000000000a',
		order_code: 'AB2CD3EF4GH5',
		name: 'Premium',
		license: 'premium',
		period: 'month',
		renewal_type: 'auto',
		paid_until: '2026-07-12T15:45:00Z',
		licence_until: '2026-07-15T15:45:00Z',
		is_on_trial: false,
		next_charge: { time: '2026-07-12T15:45:00Z', amount: 49, currency: 'USD' },
		failed_attempts: 0,
		created: '2026-06-12T15:45:00Z',
		updated: '2026-06-12T15:45:00Z',
		email: 'ann@example.com',
		provider_subscription_id: '1002',
		...overrides,
	};
}

/** The timetable of a date, as a visitor sees it. */
export function createSchedule(date: string): AnswerOf<Contract['reports']['publicSchedule']> {
	const day = exchangeDate(date);
	const session = sessionOn(day);
	return {
		date: day,
		session: session ? { open: isoSeconds(session.open), close: isoSeconds(session.close), early_close: session.early } : null,
		holiday: null,
		now: NOW,
		latest: null,
		items: session
			? slotsOfDate(session).map(({ at, ...slot }) => ({ ...slot, date: isoSeconds(at), published: false, tickers: null, locked: true }))
			: [],
	};
}
