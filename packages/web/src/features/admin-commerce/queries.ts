import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { ORDER_STATES, type OrderState, SUBSCRIPTION_STATES, type SubscriptionState } from '@sw/domain/billing/order';
import { NOTIFICATION_STATES, type PaymentNotificationState } from '@sw/domain/billing/payment-notification';
import { queryOptions } from '@tanstack/react-query';
import {
	ADMIN_KEY,
	ALWAYS_REFETCH,
	filterParameters,
	pageParameters,
	type TableRules,
	type TableState,
} from '../../entities/administration/table-state.ts';
import type { Api } from '../../lib/api/client.ts';

type Calls = Contract['billing'];
export type Plan = AnswerOf<Calls['products']>['items'][number];
export type Order = AnswerOf<Calls['order']>;
export type Payment = Order['charges'][number];
export type Subscription = AnswerOf<Calls['subscriptions']>['items'][number];
export type PaymentNotification = AnswerOf<Calls['paymentNotices']>['items'][number];
export type RejectedRequests = AnswerOf<Calls['paymentNotices']>['turned_away'][number];

const COMMERCE_KEY = [...ADMIN_KEY, 'commerce'] as const;

export const PLANS: TableRules<'name', never> = { page: 'plans', sortable: [], sortBy: 'name', sortDir: 'asc', filters: {} };

export function plansQuery(api: Api) {
	return queryOptions({ queryKey: [...COMMERCE_KEY, 'plans'], queryFn: () => api.billing.products(), ...ALWAYS_REFETCH });
}

/** Queries the configured payment provider; null if there is none. */
export function providerQuery(api: Api) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'provider'],
		queryFn: async () => (await api.billing.prices()).payments,
		...ALWAYS_REFETCH,
	});
}

type OrderFilter = 'q' | 'status' | 'payment_method' | 'from' | 'to';
export const ORDERS: TableRules<'created', OrderFilter> = {
	page: 'orders',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', status: ORDER_STATES, payment_method: 'text', from: 'date', to: 'date' },
};

export function ordersQuery(api: Api, state: TableState<'created', OrderFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'orders', state],
		queryFn: () => {
			const { status, ...rest } = filterParameters(state);
			return api.billing.orders({ query: { ...rest, ...(status ? { status: status as OrderState } : {}), ...pageParameters(state) } });
		},
		...ALWAYS_REFETCH,
	});
}

export function orderQuery(api: Api, idOrCode: string) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'order', idOrCode],
		queryFn: () => api.billing.order({ params: { idOrCode } }),
		...ALWAYS_REFETCH,
	});
}

type SubscriptionFilter = 'q' | 'status';
export const SUBSCRIPTIONS: TableRules<'created', SubscriptionFilter> = {
	page: 'subscriptions',
	sortable: [],
	sortBy: 'created',
	sortDir: 'desc',
	filters: { q: 'text', status: SUBSCRIPTION_STATES },
};

export function subscriptionsQuery(api: Api, state: TableState<'created', SubscriptionFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'subscriptions', state],
		queryFn: () => {
			const { q, status } = filterParameters(state);
			return api.billing.subscriptions({
				query: { ...(q ? { q } : {}), ...(status ? { status: status as SubscriptionState } : {}), ...pageParameters(state) },
			});
		},
		...ALWAYS_REFETCH,
	});
}

type NotificationFilter = 'q' | 'state';
export const NOTIFICATIONS: TableRules<'received', NotificationFilter> = {
	page: 'payment-notices',
	sortable: [],
	sortBy: 'received',
	sortDir: 'desc',
	filters: { q: 'text', state: NOTIFICATION_STATES },
};

export function notificationsQuery(api: Api, state: TableState<'received', NotificationFilter>) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'notices', state],
		queryFn: () => {
			const { q, state: notificationState } = filterParameters(state);
			return api.billing.paymentNotices({
				query: {
					...(q ? { q } : {}),
					...(notificationState ? { state: notificationState as PaymentNotificationState } : {}),
					...pageParameters(state),
				},
			});
		},
		...ALWAYS_REFETCH,
	});
}

/** Maximum number of notifications shown for one order, newest first. */
const MAX_NOTIFICATIONS = 100;

export function orderNotificationsQuery(api: Api, orderId: string) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'notices of', orderId],
		queryFn: () => api.billing.paymentNotices({ query: { order_id: orderId, skip: 0, max: MAX_NOTIFICATIONS } }),
		...ALWAYS_REFETCH,
	});
}

export function notificationQuery(api: Api, id: string) {
	return queryOptions({
		queryKey: [...COMMERCE_KEY, 'notice', id],
		queryFn: () => api.billing.paymentNoticeOf({ params: { id } }),
		...ALWAYS_REFETCH,
	});
}
