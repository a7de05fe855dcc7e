import type { User } from '@sw/domain/access/user';
import {
	type ComputedSubscription,
	computeOrder,
	computeSubscription,
	NOTHING_REQUESTED,
	subscriptionIds,
} from '@sw/domain/billing/compute-state';
import { type PaymentEvent, paymentEvent } from '@sw/domain/billing/payment-event';
import type { StoredNotification } from '@sw/domain/billing/payment-notification';
import { updateLicences } from './account-licence.ts';
import type { BillingMails } from './mails.ts';
import type { BillingParts, BillingRecords, OrderRow, SubscriptionRow } from './ports.ts';

/** A permanent failure that no retry would fix; the message is for administrators. */
export class PermanentFailure extends Error {
	override readonly name = 'Refusal';
}

export function eventOf({ fields, receivedAt }: StoredNotification): PaymentEvent | undefined {
	return paymentEvent(fields, receivedAt);
}

/** An order as computed from all its notifications. */
export interface SettledOrder {
	readonly order: OrderRow;
	readonly events: readonly PaymentEvent[];
	readonly subscriptions: readonly ComputedSubscription[];
	/** null: the account is deleted. */
	readonly user: User | null;
}
export interface AppliedNotifications {
	readonly orders: readonly SettledOrder[];
	/** Accounts whose licence has changed. */
	readonly changed: readonly string[];
}

/** Recomputes orders, their subscriptions and accounts from all their notifications: one read and one write for the whole batch. */
export async function applyNotifications(
	{ clock, randomSource, mails }: Pick<BillingParts, 'clock' | 'randomSource'> & { mails: BillingMails },
	tx: BillingRecords,
	ids: readonly string[],
): Promise<AppliedNotifications> {
	const now = clock.now();
	const orders = await tx.lockOrders(ids);
	if (orders.length < ids.length) throw new PermanentFailure('The order was deleted.');
	const notifications = Map.groupBy(await tx.notificationsOfOrders(ids), ({ orderId }) => orderId);
	const rows = await tx.subscriptionsOfOrders(ids);
	const known = new Map(rows.map((row) => [row.providerId, row]));
	const folded = orders.map((order) => {
		const events = (notifications.get(order.id) ?? []).flatMap((one) => eventOf(one) ?? []);
		const subscriptions = subscriptionIds(events).flatMap(
			(id) => computeSubscription(id, events, order, requestedChange(known.get(id))) ?? [],
		);
		return { order: { ...order, ...computeOrder(events, order), updatedAt: now }, events, subscriptions };
	});
	await tx.changeOrders(
		folded.map(({ order: { id, state, paymentMethod, providerOrderId, charges, paidAt, licenceUntil, updatedAt } }) => ({
			id,
			state,
			paymentMethod,
			providerOrderId,
			charges,
			paidAt,
			licenceUntil,
			updatedAt,
		})),
	);
	// Removes subscriptions whose notifications no longer count.
	const reported = new Map(folded.map(({ order, events }) => [order.id, subscriptionIds(events)]));
	await tx.removeSubscriptions(rows.filter(({ orderId, providerId }) => !reported.get(orderId)?.includes(providerId)).map(({ id }) => id));
	const saved = folded.flatMap(({ order: { id: orderId, userId, license, period }, subscriptions }) =>
		subscriptions.map((one) => {
			const row = known.get(one.providerId);
			return {
				...one,
				id: row?.id ?? randomSource.uuid(),
				orderId,
				userId,
				license,
				period,
				createdAt: row?.createdAt ?? now,
				updatedAt: now,
			};
		}),
	);
	if (!(await tx.saveSubscriptions(saved))) throw new PermanentFailure('Its subscription belongs to another order.');
	const owners = [...new Set(folded.flatMap(({ order }) => order.userId ?? []))];
	const { users, changed } = await updateLicences(tx, owners, now, mails);
	return { orders: folded.map((one) => ({ ...one, user: users.find(({ id }) => id === one.order.userId) ?? null })), changed };
}

function requestedChange(row: SubscriptionRow | undefined) {
	return row === undefined
		? NOTHING_REQUESTED
		: {
				state: row.askedState,
				renewal: row.askedRenewal !== null && row.askedRenewalAt !== null ? { type: row.askedRenewal, at: row.askedRenewalAt } : null,
			};
}
