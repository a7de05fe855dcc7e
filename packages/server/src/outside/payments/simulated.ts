/**
 * A simulated payment provider on the operator's own machine. No money is charged, but signed notifications are posted to the webhook.
 * Orders and subscriptions are stored, so they survive restarts.
 */
import { currencyDecimals } from '@sw/domain/billing/currency';
import type { Order, OrderState, RenewalType, SubscriptionState } from '@sw/domain/billing/order';
import { NOTIFICATION_TYPES, type NotificationFields } from '@sw/domain/billing/payment-notification';
import { addPeriod, amountOf, createExamplePrice, DEFAULT_CURRENCY } from '@sw/domain/billing/plan';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, HOUR, type UtcMs, utcMs } from '@sw/domain/time/units';
import { type Payments, PaymentsError } from './payments.ts';
import { isSigned, type NotificationKeys, signNotification } from './paypro-global.ts';

interface BookedOrder {
	code: string;
	productId: string;
	state: OrderState;
	at: UtcMs;
	subscription: string;
	cents: number;
	currency: string;
	email: string;
}
interface BookedSubscription {
	code: string;
	state: SubscriptionState;
	renewal: RenewalType;
	cycles: number;
	failed: number;
	onTrialUntil: UtcMs | null;
	nextAt: UtcMs;
	/** Id of the subscription's newest order. */
	lastOrder: string;
	period: Order['period'];
	cents: number;
}
export interface SimulatedBook {
	next: number;
	orders: Record<string, BookedOrder>;
	subscriptions: Record<string, BookedSubscription>;
}
export const EMPTY_BOOK: SimulatedBook = { next: 1_001, orders: {}, subscriptions: {} };

/** Actions on an order at the provider, with their button labels. */
export const SIMULATED_ACTIONS = {
	pay: 'Pay',
	decline: 'Decline the card',
	charge: 'Charge the next period',
	fail: 'Let the next charge fail',
	suspend: 'Suspend the subscription',
	renew: 'Resume the subscription',
	refund: 'Refund the newest payment',
	chargeback: 'Charge back the newest payment',
	finish: 'End at the end of the paid period',
	terminate: 'End now',
} as const;
export type SimulatedAction = keyof typeof SIMULATED_ACTIONS;

type PayableOrder = Pick<Order, 'id' | 'code' | 'productId' | 'providerProductId' | 'currency' | 'cents' | 'period' | 'trialDays'> & {
	readonly email: string;
};

export interface SimulatedParts {
	readonly keys: NotificationKeys;
	readonly origin: string;
	now(): number;
	/** Runs `work` exclusively and stores the changed book. */
	updateBook<T>(work: (book: SimulatedBook) => T): Promise<T>;
	/** Posts a form to the webhook. */
	post(form: URLSearchParams): Promise<void>;
}

export interface SimulatedPayments extends Payments {
	/** Returns the actions that are possible now. */
	possibleActions(code: string): Promise<SimulatedAction[]>;
	/** Returns the order's state at the provider, even if the webhook wasn't notified yet; undefined before any payment. */
	stateOf(code: string): Promise<OrderState | undefined>;
	/** Performs the action and notifies the webhook; false if the action isn't possible now. */
	act(order: PayableOrder, act: SimulatedAction): Promise<boolean>;
}

const ORDER_STATUS: Readonly<Record<OrderState, string>> = {
	waiting: 'Waiting',
	processed: 'Processed',
	canceled: 'Canceled',
	refunded: 'Refunded',
	chargeback: 'Chargeback',
};
const CHARGE_RETRY_DELAY = 12 * HOUR;

export function createSimulatedPayments({ keys, origin, now, updateBook, post }: SimulatedParts): SimulatedPayments {
	const createFields = (
		typeId: keyof typeof NOTIFICATION_TYPES,
		id: string,
		order: BookedOrder,
		sub: BookedSubscription,
	): NotificationFields => {
		const hasNextCharge = sub.state === 'active' || sub.state === 'suspended';
		return {
			IPN_TYPE_ID: String(typeId),
			IPN_TYPE_NAME: NOTIFICATION_TYPES[typeId],
			ORDER_ID: id,
			ORDER_STATUS: ORDER_STATUS[order.state],
			PRODUCT_ID: order.productId,
			PRODUCT_QUANTITY: '1',
			ORDER_ITEM_ID: id,
			ORDER_TOTAL_AMOUNT: amountOf(order.cents).toFixed(currencyDecimals(order.currency)),
			ORDER_CURRENCY_CODE: order.currency,
			ORDER_PLACED_TIME_UTC: formatPlacedTime(order.at),
			ORDER_CUSTOM_FIELDS: `x-order=${order.code}`,
			CUSTOMER_EMAIL: order.email,
			PAYMENT_METHOD_ID: '1',
			PAYMENT_METHOD_NAME: 'Simulated card',
			SUBSCRIPTION_ID: order.subscription,
			SUBSCRIPTION_STATUS_ID: String(['active', 'suspended', 'terminated', 'finished'].indexOf(sub.state) + 1),
			SUBSCRIPTION_RENEWAL_TYPE: sub.renewal === 'manual' ? 'Manual' : 'Auto',
			SUBSCRIPTION_NUMBER_OF_BILLING_CYCLES: String(sub.cycles),
			SUBSCRIPTION_NUMBER_OF_FAILED_ATTEMPTS: String(sub.failed),
			SUBSCRIPTION_NEXT_CHARGE_DATE: hasNextCharge ? formatChargeTime(sub.nextAt) : '',
			SUBSCRIPTION_NEXT_CHARGE_AMOUNT: hasNextCharge ? amountOf(sub.cents).toFixed(currencyDecimals(order.currency)) : '',
			SUBSCRIPTION_NEXT_CHARGE_CURRENCY_CODE: order.currency,
			...(sub.onTrialUntil === null ? {} : { IS_ON_TRIAL_PERIOD: '1', TRIAL_PERIOD_TILL: formatChargeTime(sub.onTrialUntil) }),
			TEST_MODE: '0',
		};
	};
	const notify = async (notifications: readonly NotificationFields[] | undefined): Promise<void> => {
		for (const fields of notifications ?? []) await post(new URLSearchParams({ ...signNotification(fields, keys) }));
	};
	const findNewestSubscription = (book: SimulatedBook, code: string): [string, BookedSubscription] | undefined =>
		Object.entries(book.subscriptions).findLast(([, sub]) => sub.code === code);
	const isOngoing = (sub: BookedSubscription | undefined): sub is BookedSubscription =>
		sub?.state === 'active' || sub?.state === 'suspended';
	const possibleActions = (book: SimulatedBook, code: string): SimulatedAction[] => {
		const sub = findNewestSubscription(book, code)?.[1];
		if (!sub) return ['pay', 'decline'];
		const isPaid = book.orders[sub.lastOrder]?.state === 'processed';
		return [
			...(sub.state === 'active' ? (['charge', 'fail', 'suspend'] as const) : []),
			...(sub.state === 'suspended' ? (['renew'] as const) : []),
			...(isPaid ? (['refund', 'chargeback'] as const) : []),
			...(isOngoing(sub) ? (['finish', 'terminate'] as const) : []),
		];
	};

	const startSubscription = (book: SimulatedBook, order: PayableOrder): NotificationFields => {
		const [id, subscription] = [String(book.next++), String(book.next++)];
		const at = utcMs(now());
		const onTrialUntil = order.trialDays > 0 ? utcMs(at + order.trialDays * DAY) : null;
		const newOrder: BookedOrder = {
			code: order.code,
			productId: order.providerProductId ?? order.productId,
			state: 'processed',
			at,
			subscription,
			cents: onTrialUntil === null ? order.cents : 0,
			currency: order.currency,
			email: order.email,
		};
		const sub: BookedSubscription = {
			code: order.code,
			state: 'active',
			renewal: 'auto',
			cycles: onTrialUntil === null ? 1 : 0,
			failed: 0,
			onTrialUntil,
			nextAt: onTrialUntil ?? addPeriod(at, order.period),
			lastOrder: id,
			period: order.period,
			cents: order.cents,
		};
		book.orders[id] = newOrder;
		book.subscriptions[subscription] = sub;
		return createFields(onTrialUntil === null ? 1 : 13, id, newOrder, sub);
	};
	const decline = (book: SimulatedBook, order: PayableOrder): NotificationFields => {
		const bookCopy = structuredClone(book);
		const fields = startSubscription(bookCopy, order);
		book.next = bookCopy.next;
		const { SUBSCRIPTION_ID: _, ...rest } = fields;
		return {
			...rest,
			IPN_TYPE_ID: '4',
			IPN_TYPE_NAME: NOTIFICATION_TYPES[4],
			ORDER_STATUS: ORDER_STATUS.canceled,
			ACTION_REASON: 'Declined',
		};
	};
	/** Refunds the payment and ends its subscription, as the real provider does. undefined if there is nothing to refund. */
	const refundPayment = (book: SimulatedBook, id: string): NotificationFields[] | undefined => {
		const order = book.orders[id];
		const sub = order && book.subscriptions[order.subscription];
		if (order?.state !== 'processed' || !sub) return undefined;
		order.state = 'refunded';
		const endsSubscription = isOngoing(sub);
		if (endsSubscription) sub.state = 'terminated';
		return [
			{ ...createFields(2, id, order, sub), REFUND_ISSUED_BY: 'Vendor' },
			...(endsSubscription ? [createFields(10, id, order, sub)] : []),
		];
	};
	/** Applies the action to the book and returns the resulting notifications; undefined if the action isn't possible. */
	const applyAction = (
		book: SimulatedBook,
		id: string,
		sub: BookedSubscription,
		action: SimulatedAction,
	): NotificationFields[] | undefined => {
		const lastOrder = book.orders[sub.lastOrder];
		if (!lastOrder) return undefined;
		const createNotification = (typeId: keyof typeof NOTIFICATION_TYPES): NotificationFields =>
			createFields(typeId, sub.lastOrder, lastOrder, sub);
		switch (action) {
			case 'charge': {
				const nextId = String(book.next++);
				const order: BookedOrder = { ...lastOrder, at: utcMs(now()), state: 'processed', cents: sub.cents, subscription: id };
				book.orders[nextId] = order;
				Object.assign(sub, {
					lastOrder: nextId,
					cycles: sub.cycles + 1,
					failed: 0,
					onTrialUntil: null,
					nextAt: addPeriod(order.at, sub.period),
				});
				return [createFields(6, nextId, order, sub)];
			}
			case 'fail':
				sub.failed++;
				// A charge fails no earlier than its due date.
				sub.nextAt = utcMs(Math.max(now(), sub.nextAt) + CHARGE_RETRY_DELAY);
				return [createNotification(7)];
			case 'suspend':
				sub.state = 'suspended';
				return [createNotification(8)];
			case 'renew':
				Object.assign(sub, { state: 'active', failed: 0, nextAt: utcMs(Math.max(now(), sub.nextAt) + DAY) });
				return [createNotification(9)];
			case 'refund':
				return refundPayment(book, sub.lastOrder);
			case 'chargeback':
				lastOrder.state = 'chargeback';
				return [createNotification(3)];
			case 'finish':
				sub.state = 'finished';
				return [{ ...createNotification(11), SUBSCRIPTION_FINISH_DATE: formatChargeTime(now()) }];
			case 'terminate':
				sub.state = 'terminated';
				return [createNotification(10)];
			default:
				return undefined;
		}
	};
	const endSubscription = async (id: string, action: 'finish' | 'terminate'): Promise<void> => {
		const fields = await updateBook((book) => {
			const sub = book.subscriptions[id];
			return isOngoing(sub) ? applyAction(book, id, sub, action) : undefined;
		});
		if (fields === undefined) throw new PaymentsError('The simulated provider has no active subscription with this number.');
		await notify(fields);
	};

	return {
		name: 'simulated',
		productIdOf: ({ id, providerProductId }) => providerProductId ?? id,
		getCheckoutUrl: ({ code }) => `${origin}/simulated-checkout/${code}`,
		isSigned: (fields) => isSigned(fields, keys),
		loadOrder: async (id) => {
			const order = await updateBook((book) => book.orders[id]);
			if (!order) throw new PaymentsError('The simulated provider has no order with this number.');
			return { code: order.code, productId: order.productId, state: order.state };
		},
		changeRenewal: async (id, type) => {
			const fields = await updateBook((book) => {
				const sub = book.subscriptions[id];
				const lastOrder = sub && book.orders[sub.lastOrder];
				if (!isOngoing(sub) || !lastOrder) return undefined;
				sub.renewal = type;
				return [createFields(21, sub.lastOrder, lastOrder, sub)];
			});
			if (fields === undefined) throw new PaymentsError('The simulated provider has no active subscription with this number.');
			await notify(fields);
		},
		finish: (id) => endSubscription(id, 'finish'),
		terminate: (id) => endSubscription(id, 'terminate'),
		refund: async (id) => {
			const notifications = await updateBook((book) => refundPayment(book, id));
			if (notifications === undefined) throw new PaymentsError('The simulated provider has no refundable payment with this number.');
			await notify(notifications);
		},
		priceOf: async ({ productId, license, period }, currency) => {
			if (currency !== DEFAULT_CURRENCY) throw new PaymentsError(`The simulated provider only sells in ${DEFAULT_CURRENCY}.`);
			return createExamplePrice({ id: productId, license, period }).cents;
		},
		possibleActions: (code) => updateBook((book) => possibleActions(book, code)),
		stateOf: (code) =>
			updateBook((book) => {
				const sub = findNewestSubscription(book, code)?.[1];
				return sub && book.orders[sub.lastOrder]?.state;
			}),
		act: async (order, act) => {
			const fields = await updateBook((book) => {
				if (!possibleActions(book, order.code).includes(act)) return undefined;
				if (act === 'pay') return [startSubscription(book, order)];
				if (act === 'decline') return [decline(book, order)];
				const [id, sub] = findNewestSubscription(book, order.code) ?? [];
				return id && sub ? applyAction(book, id, sub, act) : undefined;
			});
			await notify(fields);
			return fields !== undefined;
		},
	};
}

function formatChargeTime(ms: number): string {
	const at = new Date(ms);
	const hour = at.getUTCHours();
	return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()} ${hour % 12 || 12}:${padTwoDigits(at.getUTCMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
}

function padTwoDigits(n: number): string {
	return String(n).padStart(2, '0');
}

function formatPlacedTime(ms: number): string {
	const iso = isoSeconds(ms);
	return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(0, 4)} ${iso.slice(11, 19)}`;
}
