import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { queryOptions } from '@tanstack/react-query';
import type { Profile } from '../../entities/session/session-query.ts';
import type { Api } from '../../lib/api/client.ts';
import { msOf } from '../../lib/format/times.ts';
import type { PlanSlot } from './plan-day.ts';

export type Prices = AnswerOf<Contract['billing']['prices']>;
export type Offer = Prices['items'][number];
export type Order = AnswerOf<Contract['billing']['order']>;
export type SubscriptionAnswer = AnswerOf<Contract['billing']['subscription']>;
export type Subscription = NonNullable<SubscriptionAnswer['subscription']>;

/** Reloads data when the reader returns to the page, because prices can change and payments are completed on another site. */
const REFETCH_ON_RETURN = { refetchOnWindowFocus: 'always' } as const;

/** Polling interval while a payment is pending. */
const PENDING_POLL_MS = 5_000;
/** Maximum number of orders per call. */
export const MAX_ORDERS_SHOWN = 100;
/** Number of days to search for a full-length session. At most three sessions in a row close early, with weekends and holidays in between. */
const SEARCHED_DAYS = 10;

export function planPricesQuery(api: Api) {
	return queryOptions({ queryKey: ['plans', 'prices'], queryFn: () => api.billing.prices(), ...REFETCH_ON_RETURN });
}

export function daySlotsQuery(api: Api) {
	return queryOptions({ queryKey: ['plans', 'day'], queryFn: () => readDaySlots(api) });
}

/** Reads the timetable of the next full-length session, starting with today; empty if there is none within `SEARCHED_DAYS` days. */
async function readDaySlots(api: Api): Promise<PlanSlot[]> {
	const { now } = await api.operations.health({ query: {} });
	const today = newYorkDate(msOf(now));
	for (let daysAhead = 0; daysAhead < SEARCHED_DAYS; daysAhead++) {
		const { session, items } = await api.reports.publicSchedule({ query: { date: addDays(today, daysAhead) } });
		if (session && !session.early_close)
			return items.filter(({ is_use }) => is_use).map(({ date, report, algo, first }) => ({ date, report, algo, first }));
	}
	return [];
}

export function subscriptionQuery(api: Api) {
	return queryOptions({ queryKey: ['plans', 'subscription'], queryFn: () => api.billing.subscription(), ...REFETCH_ON_RETURN });
}

export function isWaiting({ status }: Pick<Order, 'status'>): boolean {
	return status === 'waiting';
}

/** Requests the reader's own orders, newest first. Without `own`, an administrator would get the orders of all users. */
export function ordersQuery(api: Api, profile: Pick<Profile, 'user_id'> | null) {
	return queryOptions({
		queryKey: ['plans', 'orders', profile?.user_id],
		queryFn: async (): Promise<Order[]> => (await api.billing.orders({ query: { own: true, max: MAX_ORDERS_SHOWN } })).items,
		...REFETCH_ON_RETURN,
		refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? PENDING_POLL_MS : false),
	});
}
