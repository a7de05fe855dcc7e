import type { User } from '@sw/domain/access/user';
import { type FoldedSubscription, foldOrder, foldSubscription, NOTHING_ASKED, subscriptionIds } from '@sw/domain/billing/fold';
import type { StoredNotice } from '@sw/domain/billing/notice';
import { type PaymentEvent, paymentEvent } from '@sw/domain/billing/payment-event';
import { settleAccounts } from './account-licence.ts';
import type { BillingMails } from './mails.ts';
import type { BillingParts, BillingRecords, KeptOrder, KeptSubscription } from './ports.ts';

/** A permanent failure that no retry would fix; the message is for administrators. */
export class Refusal extends Error {
	override readonly name = 'Refusal';
}

export const eventOf = ({ fields, receivedAt }: StoredNotice): PaymentEvent | undefined => paymentEvent(fields, receivedAt);

const askedOf = (row: KeptSubscription | undefined) =>
	row === undefined
		? NOTHING_ASKED
		: {
				state: row.askedState,
				renewal: row.askedRenewal !== null && row.askedRenewalAt !== null ? { type: row.askedRenewal, at: row.askedRenewalAt } : null,
			};

/** An order as computed from all its notifications. */
export interface SettledOrder {
	readonly order: KeptOrder;
	readonly events: readonly PaymentEvent[];
	readonly subscriptions: readonly FoldedSubscription[];
	/** null: the account is deleted. */
	readonly user: User | null;
}
export interface Settled {
	readonly orders: readonly SettledOrder[];
	/** Accounts whose licence has changed. */
	readonly changed: readonly string[];
}

/** Recomputes orders, their subscriptions and accounts from all their notifications: one read and one write for the whole batch. */
export const settleOrders = async (
	{ clock, chance, mails }: Pick<BillingParts, 'clock' | 'chance'> & { mails: BillingMails },
	tx: BillingRecords,
	ids: readonly string[],
): Promise<Settled> => {
	const now = clock.now();
	const orders = await tx.lockOrders(ids);
	if (orders.length < ids.length) throw new Refusal('The order was deleted.');
	const notices = Map.groupBy(await tx.noticesOfOrders(ids), ({ orderId }) => orderId);
	const rows = await tx.subscriptionsOfOrders(ids);
	const known = new Map(rows.map((row) => [row.providerId, row]));
	const folded = orders.map((order) => {
		const events = (notices.get(order.id) ?? []).flatMap((one) => eventOf(one) ?? []);
		const subscriptions = subscriptionIds(events).flatMap((id) => foldSubscription(id, events, order, askedOf(known.get(id))) ?? []);
		return { order: { ...order, ...foldOrder(events, order), updatedAt: now }, events, subscriptions };
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
	const told = new Map(folded.map(({ order, events }) => [order.id, subscriptionIds(events)]));
	await tx.removeSubscriptions(rows.filter(({ orderId, providerId }) => !told.get(orderId)?.includes(providerId)).map(({ id }) => id));
	const saved = folded.flatMap(({ order: { id: orderId, userId, license, period }, subscriptions }) =>
		subscriptions.map((one) => {
			const row = known.get(one.providerId);
			return { ...one, id: row?.id ?? chance.uuid(), orderId, userId, license, period, createdAt: row?.createdAt ?? now, updatedAt: now };
		}),
	);
	if (!(await tx.saveSubscriptions(saved))) throw new Refusal('Its subscription belongs to another order.');
	const owners = [...new Set(folded.flatMap(({ order }) => order.userId ?? []))];
	const { users, changed } = await settleAccounts(tx, owners, now, mails);
	return { orders: folded.map((one) => ({ ...one, user: users.find(({ id }) => id === one.order.userId) ?? null })), changed };
};
