import type { Grant } from '@sw/domain/billing/licence-state';
import type { Subscription, SubscriptionSearch } from '@sw/domain/billing/order';
import type { UtcMs } from '@sw/domain/time/units';
import { alias, and, asc, count, desc, eq, exists, getTableColumns, gt, inArray, isNull, like, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { orders, subscriptions } from '../../schema/billing.ts';
import { prefixPattern } from './orders.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
/** A subscription with the order that started it and the owner's email address; '' if the account was deleted. */
export type SubscriptionOfUser = SubscriptionRow & { readonly orderCode: string; readonly productName: string; readonly email: string };

const SHOWN_COLUMNS = { ...getTableColumns(subscriptions), orderCode: orders.code, productName: orders.productName, email: users.email };

const isOngoing = inArray(subscriptions.state, ['active', 'suspended']);

export async function subscriptionById(db: Db, id: string): Promise<SubscriptionOfUser | undefined> {
	const [row] = await selectSubscriptions(db).where(eq(subscriptions.id, id));
	return row && withEmail(row);
}

function selectSubscriptions(db: Db) {
	return db
		.select(SHOWN_COLUMNS)
		.from(subscriptions)
		.innerJoin(orders, eq(orders.id, subscriptions.orderId))
		.leftJoin(users, eq(users.id, subscriptions.userId))
		.$dynamic();
}

function withEmail<T extends { email: string | null }>(row: T): Omit<T, 'email'> & { email: string } {
	return { ...row, email: row.email ?? '' };
}

/** Returns the account's newest active subscription, otherwise the newest one. */
export async function subscriptionOf(db: Db, userId: string): Promise<SubscriptionOfUser | undefined> {
	const [row] = await selectSubscriptions(db)
		.where(eq(subscriptions.userId, userId))
		.orderBy(sql`${isOngoing} desc`, desc(subscriptions.createdAt), desc(subscriptions.id))
		.limit(1);
	return row && withEmail(row);
}

export function subscriptionsOfOrders(db: Db, orderIds: readonly string[]): Promise<SubscriptionRow[]> {
	return orderIds.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(subscriptions)
				.where(inArray(subscriptions.orderId, [...orderIds]))
				.orderBy(asc(subscriptions.createdAt));
}

/** Returns the subscriptions that must not be charged again: their account was deleted, or has a newer one. */
export function subscriptionsToFinish(db: Db, limit: number): Promise<SubscriptionRow[]> {
	const newer = alias(subscriptions, 'newer');
	const isReplaced = exists(
		db
			.select({ id: newer.id })
			.from(newer)
			.where(and(eq(newer.userId, subscriptions.userId), gt(newer.createdAt, subscriptions.createdAt), eq(newer.state, 'active'))),
	);
	return db
		.select()
		.from(subscriptions)
		.where(and(isOngoing, isNull(subscriptions.askedState), or(isNull(subscriptions.userId), isReplaced)))
		.limit(limit);
}

/** Adds or updates subscriptions by the provider's id. A subscription of another order is left unchanged; false if there was one. */
export async function saveSubscriptions(db: Db, rows: readonly Subscription[]): Promise<boolean> {
	if (rows.length === 0) return true;
	const saved = await db
		.insert(subscriptions)
		.values([...rows])
		.onConflictDoUpdate({
			target: subscriptions.providerId,
			set: {
				userId: sql`excluded.user_id`,
				license: sql`excluded.license`,
				period: sql`excluded.period`,
				state: sql`excluded.state`,
				renewal: sql`excluded.renewal`,
				paidUntil: sql`excluded.paid_until`,
				licenceUntil: sql`excluded.licence_until`,
				isOnTrial: sql`excluded.is_on_trial`,
				nextChargeAt: sql`excluded.next_charge_at`,
				nextChargeCents: sql`excluded.next_charge_cents`,
				nextChargeCurrency: sql`excluded.next_charge_currency`,
				failedAttempts: sql`excluded.failed_attempts`,
				updatedAt: sql`excluded.updated_at`,
			},
			setWhere: sql`${subscriptions.orderId} = excluded.order_id`,
		})
		.returning({ id: subscriptions.id });
	return saved.length === rows.length;
}

export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'providerId' | 'orderId' | 'userId'>>;

export async function changeSubscription(db: Db, id: string, change: SubscriptionChange): Promise<void> {
	await db.update(subscriptions).set(change).where(eq(subscriptions.id, id));
}

/** Removes subscriptions that no notification refers to any longer. */
export async function removeSubscriptions(db: Db, ids: readonly string[]): Promise<void> {
	if (ids.length > 0) await db.delete(subscriptions).where(inArray(subscriptions.id, [...ids]));
}

/** Returns one page of subscriptions, newest first, and how many match. */
export async function listSubscriptions(
	db: Db,
	{ userId, state, q }: SubscriptionSearch,
	skip: number,
	max: number,
): Promise<{ items: SubscriptionOfUser[]; total: number }> {
	const pattern = q === undefined ? undefined : prefixPattern(q);
	const where = and(
		userId === undefined ? undefined : eq(subscriptions.userId, userId),
		state && eq(subscriptions.state, state),
		pattern === undefined
			? undefined
			: or(like(subscriptions.providerId, pattern), like(orders.code, pattern.toUpperCase()), like(users.emailKey, pattern.toLowerCase())),
	);
	const items = await selectSubscriptions(db)
		.where(where)
		.orderBy(desc(subscriptions.createdAt), desc(subscriptions.id))
		.offset(skip)
		.limit(max);
	const [countRow] = await db
		.select({ total: count() })
		.from(subscriptions)
		.innerJoin(orders, eq(orders.id, subscriptions.orderId))
		.leftJoin(users, eq(users.id, subscriptions.userId))
		.where(where);
	return { items: items.map(withEmail), total: countRow?.total ?? 0 };
}

/** Returns the paid licences of these accounts that have not ended. */
export async function paidGrants(db: Db, userIds: readonly string[], now: UtcMs): Promise<(Grant & { userId: string })[]> {
	const ids = [...userIds];
	if (ids.length === 0) return [];
	const subscriptionGrants = await db
		.select({ userId: subscriptions.userId, license: subscriptions.license, until: subscriptions.licenceUntil })
		.from(subscriptions)
		.where(and(inArray(subscriptions.userId, ids), gt(subscriptions.licenceUntil, now)));
	const orderGrants = await db
		.select({ userId: orders.userId, license: orders.license, until: orders.licenceUntil })
		.from(orders)
		.where(and(inArray(orders.userId, ids), gt(orders.licenceUntil, now)));
	return [...subscriptionGrants, ...orderGrants].flatMap(({ userId, ...grant }) => (userId === null ? [] : [{ ...grant, userId }]));
}
