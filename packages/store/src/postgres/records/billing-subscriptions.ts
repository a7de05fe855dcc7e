import type { Grant } from '@sw/domain/billing/standing';
import type { Subscription, SubscriptionSearch } from '@sw/domain/billing/subscription';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, exists, getTableColumns, gt, inArray, isNotNull, isNull, like, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../records.ts';
import { users } from '../schema/accounts.ts';
import { orders, subscriptions } from '../schema/billing.ts';
import { beginning } from './billing-orders.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
/** With the order that began it, and whose it is; '' where the account is gone. */
export type SubscriptionOfUser = SubscriptionRow & { readonly orderCode: string; readonly productName: string; readonly email: string };

const SHOWN = { ...getTableColumns(subscriptions), orderCode: orders.code, productName: orders.productName, email: users.email };
const of = <T extends { email: string | null }>(row: T): Omit<T, 'email'> & { email: string } => ({ ...row, email: row.email ?? '' });
const shown = (db: Db) =>
	db
		.select(SHOWN)
		.from(subscriptions)
		.innerJoin(orders, eq(orders.id, subscriptions.orderId))
		.leftJoin(users, eq(users.id, subscriptions.userId))
		.$dynamic();

const goesOn = inArray(subscriptions.state, ['active', 'suspended']);

export const subscriptionById = async (db: Db, id: string): Promise<SubscriptionOfUser | undefined> => {
	const [row] = await shown(db).where(eq(subscriptions.id, id));
	return row && of(row);
};

/** Of an account the newest that goes on, else the newest. */
export const subscriptionOf = async (db: Db, userId: string): Promise<SubscriptionOfUser | undefined> => {
	const [row] = await shown(db)
		.where(eq(subscriptions.userId, userId))
		.orderBy(sql`${goesOn} desc`, desc(subscriptions.createdAt), desc(subscriptions.id))
		.limit(1);
	return row && of(row);
};

export const subscriptionsOfOrder = (db: Db, orderId: string): Promise<SubscriptionRow[]> =>
	db.select().from(subscriptions).where(eq(subscriptions.orderId, orderId)).orderBy(asc(subscriptions.createdAt));

/** Subscriptions that would be charged again for nothing: their account is gone, or has a newer one. */
export const subscriptionsToFinish = (db: Db, most: number): Promise<SubscriptionRow[]> => {
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
		.where(and(goesOn, isNull(subscriptions.askedState), or(isNull(subscriptions.userId), isReplaced)))
		.limit(most);
};

/** Adds it, or changes the one of its number at the provider; that it is another order's is left alone, and told by false. */
export const saveSubscription = async (db: Db, row: Subscription): Promise<boolean> => {
	const { id: _, createdAt: __, ...changed } = row;
	const saved = await db
		.insert(subscriptions)
		.values(row)
		.onConflictDoUpdate({
			target: subscriptions.providerId,
			set: changed,
			setWhere: eq(subscriptions.orderId, row.orderId),
		})
		.returning({ id: subscriptions.id });
	return saved.length > 0;
};

export type SubscriptionChange = Partial<Omit<SubscriptionRow, 'id' | 'providerId' | 'orderId' | 'userId'>>;

export const changeSubscription = async (db: Db, id: string, change: SubscriptionChange): Promise<void> => {
	await db.update(subscriptions).set(change).where(eq(subscriptions.id, id));
};

/** Of which nothing tells any longer. */
export const removeSubscription = async (db: Db, id: string): Promise<void> => {
	await db.delete(subscriptions).where(eq(subscriptions.id, id));
};

/** One page of subscriptions, newest first, and how many match. */
export const listSubscriptions = async (
	db: Db,
	{ userId, state, q }: SubscriptionSearch,
	skip: number,
	max: number,
): Promise<{ items: SubscriptionOfUser[]; total: number }> => {
	const part = q === undefined ? undefined : beginning(q);
	const where = and(
		userId === undefined ? undefined : eq(subscriptions.userId, userId),
		state && eq(subscriptions.state, state),
		part === undefined
			? undefined
			: or(like(subscriptions.providerId, part), like(orders.code, part.toUpperCase()), like(users.emailKey, part.toLowerCase())),
	);
	const items = await shown(db).where(where).orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)).offset(skip).limit(max);
	const [counted] = await db
		.select({ total: count() })
		.from(subscriptions)
		.innerJoin(orders, eq(orders.id, subscriptions.orderId))
		.leftJoin(users, eq(users.id, subscriptions.userId))
		.where(where);
	return { items: items.map(of), total: counted?.total ?? 0 };
};

/** What was paid for by the account and has not ended. */
export const paidGrants = async (db: Db, userId: string, now: UtcMs): Promise<Grant[]> => {
	const bySubscription = await db
		.select({ license: subscriptions.license, until: subscriptions.licenceUntil })
		.from(subscriptions)
		.where(and(eq(subscriptions.userId, userId), isNotNull(subscriptions.licenceUntil), gt(subscriptions.licenceUntil, now)));
	const once = await db
		.select({ license: orders.license, until: orders.licenceUntil })
		.from(orders)
		.where(and(eq(orders.userId, userId), isNotNull(orders.licenceUntil), gt(orders.licenceUntil, now)));
	return [...bySubscription, ...once];
};
