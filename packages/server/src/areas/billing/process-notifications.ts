import { collectSubscriptionIds, isPayment } from '@sw/domain/billing/compute-state';
import { formatAmount } from '@sw/domain/billing/currency';
import { type PaymentEvent, parseOrderCode } from '@sw/domain/billing/payment-event';
import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { amountOf } from '@sw/domain/billing/plan';
import { HOUR, MINUTE, utcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { type Payments, PaymentsError } from '../../outside/payments/payments.ts';
import { defineJob } from '../../platform/jobs/definition.ts';
import {
	type AppliedNotifications,
	applyNotifications,
	type ComputedOrder,
	enqueueOrderMessages,
	type OrderMessage,
	PermanentFailure,
	parseEvent,
	updateLicences,
} from './apply-notifications.ts';
import type { IntakePriority } from './intake.ts';
import type { BillingMails, MailSender } from './mails.ts';
import type { BillingParts, BillingRecords, OrderReference, OrderRow } from './ports.ts';

/** Thrown for a notification that can't be confirmed yet and is therefore retried. The message is for administrators. */
class UnconfirmedPayment extends Error {
	override readonly name = 'UnconfirmedPayment';
}

/** Events that can grant or restore a licence. */
const GRANTING_EVENTS: readonly PaymentEvent['type'][] = [
	'OrderCharged',
	'SubscriptionChargeSucceed',
	'TrialCharge',
	'SubscriptionRenewed',
	'OrderChargebackIsWon',
];

/** Notifications per query; also the maximum number of orders per transaction. */
const BATCH_SIZE = 50;
/** Maximum concurrent requests to the provider. */
const MAX_CONCURRENT_REQUESTS = 8;
/** After this many attempts, which take more than two days, the notification is marked as failed for an administrator to check. */
const MAX_ATTEMPTS = 60;
const [FIRST_PAUSE_MS, MAX_PAUSE_MS] = [MINUTE, HOUR];

type Parts = Pick<BillingParts, 'records' | 'payments' | 'clock' | 'randomSource' | 'onAccountChanged' | 'onError'> & {
	mails: BillingMails;
	sender: MailSender;
	intakePriority: Pick<IntakePriority, 'waitForLull'>;
};

/** A verified notification and its order. */
interface VerifiedNotification {
	readonly notification: StoredNotification;
	readonly event: PaymentEvent;
	readonly order: OrderRow;
}
/** A notification with the result of its verification. */
type VerificationResult = VerifiedNotification | { readonly notification: StoredNotification; readonly error: unknown };

/**
 * Processes payment notifications in batches: finds their orders, verifies the notifications, and recomputes each order from all its notifications.
 * Notifications of the same order or account are processed one after another, so the result doesn't depend on the batch.
 */
export function createNotificationProcessor({
	records,
	payments,
	clock,
	randomSource,
	onAccountChanged,
	onError,
	mails,
	sender,
	intakePriority,
}: Parts) {
	const applyParts = { clock, randomSource, mails };

	/** Returns the messages about the notification itself: a receipt or a failed charge. */
	const createMessages = ({ notification, event }: VerifiedNotification, { order, subscriptions, user }: ComputedOrder): OrderMessage[] => {
		if (!user) return [];
		const paidUntil = subscriptions.find(({ providerId }) => providerId === event.subscription?.id)?.paidUntil ?? null;
		if (isPayment(event))
			return [{ user, key: `receipt ${event.providerOrderId}`, mail: mails.buildReceipt(order, event, paidUntil ?? order.licenceUntil) }];
		if (event.type !== 'SubscriptionChargeFailed') return [];
		return [
			{ user, key: `failed ${notification.id}`, mail: mails.buildChargeFailed(order, paidUntil, event.subscription?.nextChargeAt ?? null) },
		];
	};

	/** Must be called after the commit. */
	const notify = ({ changedUserIds }: Pick<AppliedNotifications, 'changedUserIds'>): void => {
		for (const userId of changedUserIds) onAccountChanged(userId);
		sender.startSending();
	};
	const recomputeOrder = async (orderId: string): Promise<void> => {
		notify(await records.transaction((tx) => applyNotifications(applyParts, tx, [orderId])));
	};

	const verify = async (notification: StoredNotification, order: OrderRow | undefined): Promise<VerificationResult> => {
		try {
			const event = parseEvent(notification);
			if (!event) throw new PermanentFailure('Its type is unknown or differs from the signed one.');
			if (!order) throw new PermanentFailure("It doesn't refer to a known order.");
			if (payments === null) throw new UnconfirmedPayment('No payment provider is configured.');
			const reason = await findRefusalReason(payments, notification, event, order);
			if (reason !== null) throw new PermanentFailure(reason);
			return { notification, event, order };
		} catch (error) {
			return { notification, error };
		}
	};

	const applyInTransaction = async (
		tx: BillingRecords,
		verifiedNotifications: readonly VerifiedNotification[],
	): Promise<AppliedNotifications> => {
		const now = clock.now();
		const ids = verifiedNotifications.map(({ order }) => order.id);
		await tx.lockOrders(ids);
		const processedNotifications = verifiedNotifications.map(({ notification, order }) => ({
			id: notification.id,
			orderId: order.id,
			attempts: notification.attempts + 1,
		}));
		await tx.markNotificationsProcessed(processedNotifications, now);
		const appliedNotifications = await applyNotifications(applyParts, tx, ids);
		const computedOrders = new Map(appliedNotifications.orders.map((one) => [one.order.id, one]));
		const messages = verifiedNotifications.flatMap((one) => createMessages(one, computedOrders.get(one.order.id) as ComputedOrder));
		await enqueueOrderMessages({ tx, mails, now }, messages);
		const events = appliedNotifications.orders.flatMap((one) => one.events);
		const providerOrderIds = [...new Set(events.map(({ providerOrderId }) => providerOrderId))];
		await tx.recheckNotifications({ providerOrderIds, providerSubscriptionIds: collectSubscriptionIds(events) }, now);
		return appliedNotifications;
	};

	/** Recomputes the order of a notification that no longer counts. */
	const recomputeOrderOf = async ({ orderId }: StoredNotification): Promise<void> => {
		if (orderId !== null) await recomputeOrder(orderId);
	};

	/** Refuses the notification, schedules a retry, or marks it as failed, depending on the error and the number of attempts. */
	const handleFailure = async (notification: StoredNotification, error: unknown): Promise<void> => {
		const [attempts, now] = [notification.attempts + 1, clock.now()];
		// Messages of other errors can contain data of the notification.
		const isExplained = error instanceof PermanentFailure || error instanceof UnconfirmedPayment || error instanceof PaymentsError;
		const reason = isExplained ? error.message : 'Processing failed: see the log.';
		if (error instanceof PermanentFailure) {
			await records.changeNotification(notification.id, { state: 'refused', attempts, reason, workedAt: now });
			await recomputeOrderOf(notification);
			return;
		}
		const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(notification.attempts, 10), MAX_PAUSE_MS);
		const dueAt = utcMs(now + pauseMs);
		await records.changeNotification(notification.id, { state: attempts >= MAX_ATTEMPTS ? 'failed' : 'received', attempts, reason, dueAt });
		if (attempts >= MAX_ATTEMPTS) await recomputeOrderOf(notification);
		onError('failed to process a payment notification', error);
	};

	/** Applies all notifications in one transaction. If it fails, applies each notification separately, so that one failure doesn't block the others. */
	const applyAll = async (verifiedNotifications: readonly VerifiedNotification[]): Promise<void> => {
		if (verifiedNotifications.length === 0) return;
		try {
			notify(await records.transaction((tx) => applyInTransaction(tx, verifiedNotifications)));
		} catch (error) {
			if (verifiedNotifications.length > 1) for (const one of verifiedNotifications) await applyAll([one]);
			else for (const { notification } of verifiedNotifications) await handleFailure(notification, error);
		}
	};

	/** Processes the first notification of each order and account; returns the others for the next round. */
	const processRound = async (waiting: readonly StoredNotification[]): Promise<StoredNotification[]> => {
		const [candidates, laterNotifications] = splitFirstPerKey(waiting, keysOf);
		const orders = await records.ordersNamed(candidates.map(orderReferenceOf));
		const [readyCandidates, laterCandidates] = splitFirstPerKey(
			candidates.map((notification, at) => ({ notification, order: orders[at] })),
			({ order }) => (order ? [order.id, ...(order.userId === null ? [] : [order.userId])] : []),
		);
		const verifiedNotifications: VerifiedNotification[] = [];
		for (let at = 0; at < readyCandidates.length; at += MAX_CONCURRENT_REQUESTS) {
			const results = await Promise.all(
				readyCandidates.slice(at, at + MAX_CONCURRENT_REQUESTS).map(({ notification, order }) => verify(notification, order)),
			);
			for (const result of results) {
				if ('error' in result) await handleFailure(result.notification, result.error);
				else verifiedNotifications.push(result);
			}
		}
		await applyAll(verifiedNotifications);
		return [...laterCandidates.map(({ notification }) => notification), ...laterNotifications];
	};

	return {
		/** Processes all due notifications; returns their number. */
		drain: async (signal?: AbortSignal): Promise<number> => {
			let count = 0;
			for (;;) {
				const batch = await records.dueNotifications(clock.now(), BATCH_SIZE);
				if (batch.length === 0) return count;
				for (let waiting = batch; waiting.length > 0; waiting = await processRound(waiting)) {
					await intakePriority.waitForLull();
					signal?.throwIfAborted();
				}
				count += batch.length;
			}
		},

		/** Recomputes an order after a change that was requested from the provider and that no notification has confirmed yet. */
		recomputeOrder,

		/** Updates accounts whose licence has ended or ends soon; returns their number. */
		updateDueLicences: async (): Promise<number> => {
			const dueUserIds = await records.licenceStatesDue(clock.now(), BATCH_SIZE);
			for (const userId of dueUserIds) notify(await records.transaction((tx) => updateLicences(tx, [userId], clock.now(), mails)));
			return dueUserIds.length;
		},
	};
}

function orderReferenceOf(notification: StoredNotification): OrderReference {
	return {
		providerOrderIds: [notification.providerOrderId, notification.fields.SUBSCRIPTION_INITIAL_ORDER_ID ?? ''].filter((id) => id !== ''),
		providerSubscriptionId: notification.providerSubscriptionId,
		code: readOrderCode(notification),
	};
}

/** Returns the keys of a notification. Notifications that share a key can belong to the same order, even if only the first one identifies the order. */
function keysOf(notification: StoredNotification): string[] {
	const { providerOrderIds, providerSubscriptionId, code } = orderReferenceOf(notification);
	return [
		...providerOrderIds.map((id) => `order ${id}`),
		...(providerSubscriptionId === null ? [] : [`subscription ${providerSubscriptionId}`]),
		...(code === null ? [] : [`code ${code}`]),
	];
}

export type NotificationProcessor = ReturnType<typeof createNotificationProcessor>;

/** Splits items so that items with a common key are processed in order. `first`: the items whose keys no earlier item has. `rest`: the items that must wait. */
export function splitFirstPerKey<T>(items: readonly T[], getKeys: (item: T) => readonly string[]): [first: T[], rest: T[]] {
	const [first, rest]: [T[], T[]] = [[], []];
	const seenKeys = new Set<string>();
	for (const item of items) {
		const keys = getKeys(item);
		(keys.some((key) => seenKeys.has(key)) ? rest : first).push(item);
		for (const key of keys) seenKeys.add(key);
	}
	return [first, rest];
}

/**
 * Returns why a signed notification can't count for an order; null if nothing contradicts it. The signature covers neither product nor subscription, so the
 * order is also read from the provider. Throws if the provider's order can't be read or isn't paid yet.
 */
async function findRefusalReason(
	payments: Payments,
	notification: StoredNotification,
	event: PaymentEvent,
	order: OrderRow,
): Promise<string | null> {
	if (!GRANTING_EVENTS.includes(event.type)) return null;
	if (isPayment(event) && notification.fields.ORDER_STATUS !== 'Processed')
		return `The notification reports a payment, but the order status is ${notification.fields.ORDER_STATUS}.`;
	if (isFirstPayment(event) && order.providerProductId !== null && notification.fields.PRODUCT_ID !== order.providerProductId)
		return `The notification is for product ${notification.fields.PRODUCT_ID}, but ${order.providerProductId} was ordered.`;
	if (isOtherCurrency(event, order))
		return `The payment is in ${event.currency ?? 'an unknown currency'}, but the price is ${formatAmount(amountOf(order.cents), order.currency)}.`;
	if (isUnderpaid(notification, event, order))
		return `The payment is ${formatAmount(amountOf(event.cents ?? 0), order.currency)}, but the price is ${formatAmount(amountOf(order.cents), order.currency)}.`;
	const providerOrder = await payments.loadOrder(event.providerOrderId);
	// At the provider, a later payment is a separate order, and such an order needn't have our code.
	const code = providerOrder.code ?? (isFirstPayment(event) ? null : order.code);
	if (code !== order.code) return "The provider's order belongs to another order here, or to none.";
	if (
		isFirstPayment(event) &&
		providerOrder.productId !== null &&
		order.providerProductId !== null &&
		providerOrder.productId !== order.providerProductId
	)
		return `The provider sold product ${providerOrder.productId}, but ${order.providerProductId} was ordered.`;
	if (providerOrder.state !== 'processed') throw new UnconfirmedPayment(`The provider reports the order as ${providerOrder.state}.`);
	return null;
}

/** Whether less than the order's price was paid, without a coupon or discount in the notification. */
function isUnderpaid({ fields }: StoredNotification, event: PaymentEvent, order: OrderRow): boolean {
	const isDiscounted = (fields.COUPON_CODE ?? '').trim() !== '' || Number(fields.ORDER_ITEM_TOTAL_DISCOUNT ?? 0) > 0;
	return event.type === 'OrderCharged' && !event.isTrial && !isDiscounted && (event.cents ?? 0) < order.cents;
}

/** Whether the payment is in another currency than the price, so that the amounts can't be compared. */
function isOtherCurrency(event: PaymentEvent, order: OrderRow): boolean {
	return isPayment(event) && !event.isTrial && event.currency !== order.currency;
}

function isFirstPayment({ type }: PaymentEvent): boolean {
	return type === 'OrderCharged' || type === 'TrialCharge';
}

function readOrderCode({ fields }: StoredNotification): string | null {
	return parseOrderCode(fields)?.toUpperCase() ?? null;
}

/**
 * Processes all waiting payment notifications. `upTo` is the number of the newest notification when the job was submitted, so that later notifications submit
 * another job.
 */
export const PROCESS_NOTIFICATIONS = defineJob({
	kind: 'payment_notices',
	lane: 'billing',
	payload: z.object({ upTo: z.number() }),
});
