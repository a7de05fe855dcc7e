import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ORDER_STATES, type OrderState, SUBSCRIPTION_STATES, type SubscriptionState } from '@sw/domain/billing/order';
import { NOTIFICATION_STATES, type PaymentNotificationState } from '@sw/domain/billing/payment-notification';
import { queryOptions } from '@tanstack/react-query';
import { ADMIN, filtersOf, LIVE, rangeOf, type TableRules, type TableState } from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

type Calls = Contract['billing'];
export type Plan = AnswerOf<Calls['products']>['items'][number];
export type Order = AnswerOf<Calls['order']>;
export type Payment = Order['charges'][number];
export type Subscription = AnswerOf<Calls['subscriptions']>['items'][number];
export type PaymentNotification = AnswerOf<Calls['paymentNotices']>['items'][number];
export type RejectedRequests = AnswerOf<Calls['paymentNotices']>['turned_away'][number];

const COMMERCE = [...ADMIN, 'commerce'] as const;

export const PLANS: TableRules<'name', never> = { page: 'plans', sorts: [], sortBy: 'name', sortDir: 'asc', filters: {} };

export function plansQuery(api: Api) {
	return queryOptions({ queryKey: [...COMMERCE, 'plans'], queryFn: () => api.billing.products(), ...LIVE });
}

/** The payment provider in use; null if there is none. */
export function providerQuery(api: Api) {
	return queryOptions({ queryKey: [...COMMERCE, 'provider'], queryFn: async () => (await api.billing.prices()).payments, ...LIVE });
}

type OrderFilter = 'q' | 'status' | 'payment_method' | 'from' | 'to';
export const ORDERS: TableRules<'created', OrderFilter> = {
	page: 'orders',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', status: ORDER_STATES, payment_method: 'text', from: 'date', to: 'date' },
};

export function ordersQuery(api: Api, state: TableState<'created', OrderFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE, 'orders', state],
		queryFn: () => {
			const { status, ...rest } = filtersOf(state);
			return api.billing.orders({ query: { ...rest, ...(status ? { status: status as OrderState } : {}), ...rangeOf(state) } });
		},
		...LIVE,
	});
}

export function orderQuery(api: Api, idOrCode: string) {
	return queryOptions({ queryKey: [...COMMERCE, 'order', idOrCode], queryFn: () => api.billing.order({ params: { idOrCode } }), ...LIVE });
}

type SubscriptionFilter = 'q' | 'status';
export const SUBSCRIPTIONS: TableRules<'created', SubscriptionFilter> = {
	page: 'subscriptions',
	sorts: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', status: SUBSCRIPTION_STATES },
};

export function subscriptionsQuery(api: Api, state: TableState<'created', SubscriptionFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE, 'subscriptions', state],
		queryFn: () => {
			const { q, status } = filtersOf(state);
			return api.billing.subscriptions({
				query: { ...(q ? { q } : {}), ...(status ? { status: status as SubscriptionState } : {}), ...rangeOf(state) },
			});
		},
		...LIVE,
	});
}

type NoticeFilter = 'q' | 'state';
export const NOTIFICATIONS: TableRules<'received', NoticeFilter> = {
	page: 'payment-notices',
	sorts: [],
	sortBy: 'received',
	sortDir: 'desc',
	filters: { q: 'text', state: NOTIFICATION_STATES },
};

export function notificationsQuery(api: Api, state: TableState<'received', NoticeFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE, 'notices', state],
		queryFn: () => {
			const { q, state: wanted } = filtersOf(state);
			return api.billing.paymentNotices({
				query: { ...(q ? { q } : {}), ...(wanted ? { state: wanted as PaymentNotificationState } : {}), ...rangeOf(state) },
			});
		},
		...LIVE,
	});
}

/** Maximum number of notifications shown for one order, newest first. */
const MOST_OF_ORDER = 100;

export function notificationsOfQuery(api: Api, orderId: string) {
	return queryOptions({
		queryKey: [...COMMERCE, 'notices of', orderId],
		queryFn: () => api.billing.paymentNotices({ query: { order_id: orderId, skip: 0, max: MOST_OF_ORDER } }),
		...LIVE,
	});
}

export function notificationQuery(api: Api, id: string) {
	return queryOptions({ queryKey: [...COMMERCE, 'notice', id], queryFn: () => api.billing.paymentNoticeOf({ params: { id } }), ...LIVE });
}
