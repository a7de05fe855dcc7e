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
export function offer(license: Offer['license'], period: Offer['period'], amount: number, differs: Partial<Offer> = {}): Offer {
	return {
		product_id: `${license}-${period}`,
		name: `${license.charAt(0).toUpperCase()}${license.slice(1)}`,
		license,
		period,
		trial_days: 0,
		prices: [{ currency: 'USD', amount }],
		...differs,
	};
}

/** Three plans, monthly and yearly. */
export const OFFERS: readonly Offer[] = [
	offer('basic', 'month', 19),
	offer('premium', 'month', 49),
	offer('pro', 'month', 99),
	offer('basic', 'year', 190),
	offer('premium', 'year', 490),
	offer('pro', 'year', 990),
];

/** A pending order of monthly premium, with optional differences. */
export function order(differs: Partial<Order> = {}): Order {
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
		...differs,
	};
}

export function charge(differs: Partial<Charge> = {}): Charge {
	return {
		provider_order_id: '1001',
		status: 'processed',
		time: '2026-06-12T15:45:00Z',
		amount: 49,
		currency: 'USD',
		invoice_url: null,
		...differs,
	};
}

/** A monthly premium subscription that renews automatically, with optional differences. */
export function subscription(differs: Partial<Subscription> = {}): Subscription {
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
		...differs,
	};
}

/** The timetable of a date, as a visitor sees it. */
export function schedule(date: string): AnswerOf<Contract['reports']['publicSchedule']> {
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
