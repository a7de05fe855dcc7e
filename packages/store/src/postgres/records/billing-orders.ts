import type { Order, OrderSearch } from '@sw/domain/billing/order';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNull, like, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { users } from '../schema/accounts.ts';
import { orders, paymentNotices, subscriptions } from '../schema/billing.ts';

export type OrderRow = Order & { readonly licenceUntil: UtcMs | null };
/** With whose it is; '' where the account is gone. */
export type OrderOfUser = OrderRow & { readonly email: string };

const SHOWN = { ...getTableColumns(orders), email: users.email };
const of = <T extends { email: string | null }>(row: T): Omit<T, 'email'> & { email: string } => ({ ...row, email: row.email ?? '' });
const shown = (db: Db) => db.select(SHOWN).from(orders).leftJoin(users, eq(users.id, orders.userId)).$dynamic();

/** What a field begins with. */
export const beginning = (q: string): string => `${q.replaceAll(/[\\%_]/g, '\\$&')}%`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Codes are in capital letters. */
const isNamed = (idOrCode: string): SQL => (UUID.test(idOrCode) ? eq(orders.id, idOrCode) : eq(orders.code, idOrCode.toUpperCase()));

/** What was taken back and not paid all the same is gone for everybody. */
const isThere = or(isNull(orders.withdrawnAt), ne(orders.state, 'waiting'));

export const addOrder = async (db: Db, order: Order): Promise<void> => {
	await db.insert(orders).values({ ...order, charges: [...order.charges] });
};

export const orderByName = async (db: Db, idOrCode: string): Promise<OrderOfUser | undefined> => {
	const [row] = await shown(db).where(and(isNamed(idOrCode), isThere));
	return row && of(row);
};

export const orderById = async (db: Db, id: string): Promise<OrderRow | undefined> =>
	(await db.select().from(orders).where(eq(orders.id, id)))[0];

/** The order itself, also one that was taken back, held until the transaction ends. */
export const lockOrder = async (db: Db, id: string): Promise<OrderRow | undefined> =>
	(await db.select().from(orders).where(eq(orders.id, id)).for('update'))[0];

export const orderOfCode = async (db: Db, code: string): Promise<OrderRow | undefined> =>
	(await db.select().from(orders).where(eq(orders.code, code)))[0];

/** Ours that earlier notices have bound to a number of the provider's, of an order or of a subscription. */
export const orderOfProvider = async (
	db: Db,
	{ providerOrderIds, providerSubscriptionId }: { providerOrderIds: readonly string[]; providerSubscriptionId: string | null },
): Promise<string | undefined> => {
	if (providerSubscriptionId !== null) {
		const [found] = await db
			.select({ orderId: subscriptions.orderId })
			.from(subscriptions)
			.where(eq(subscriptions.providerId, providerSubscriptionId));
		if (found) return found.orderId;
	}
	for (const id of providerOrderIds) {
		const [found] = await db
			.select({ orderId: paymentNotices.orderId })
			.from(paymentNotices)
			.where(and(eq(paymentNotices.providerOrderId, id), eq(paymentNotices.state, 'worked')))
			.limit(1);
		if (found?.orderId) return found.orderId;
	}
	return undefined;
};

export type OrderChange = Partial<Omit<OrderRow, 'id' | 'code' | 'userId' | 'createdAt'>>;

export const changeOrder = async (db: Db, id: string, change: OrderChange): Promise<void> => {
	await db
		.update(orders)
		.set({ ...change, ...(change.charges ? { charges: [...change.charges] } : {}) } as Partial<typeof orders.$inferInsert>)
		.where(eq(orders.id, id));
};

/** Changes an order that waits, and no other. */
export const changeWaiting = async (db: Db, id: string, change: OrderChange): Promise<boolean> =>
	(
		await db
			.update(orders)
			.set(change as Partial<typeof orders.$inferInsert>)
			.where(and(eq(orders.id, id), eq(orders.state, 'waiting'), isNull(orders.withdrawnAt)))
			.returning({ id: orders.id })
	).length > 0;

/** Takes back what waits since before that and of which no payment was ever told; how many. */
export const withdrawUnpaid = async (db: Db, before: UtcMs, now: UtcMs, most: number): Promise<number> => {
	const old = db
		.select({ id: orders.id })
		.from(orders)
		.where(
			and(
				eq(orders.state, 'waiting'),
				isNull(orders.withdrawnAt),
				lt(orders.updatedAt, before),
				eq(sql`jsonb_array_length(${orders.charges})`, 0),
			),
		)
		.orderBy(asc(orders.updatedAt))
		.limit(most);
	const rows = await db
		.update(orders)
		.set({ withdrawnAt: now, updatedAt: now })
		.where(inArray(orders.id, old))
		.returning({ id: orders.id });
	return rows.length;
};

/** One page of orders, newest first, and how many match. */
export const listOrders = async (
	db: Db,
	{ userId, state, paymentMethod, since, until, q }: OrderSearch,
	skip: number,
	max: number,
): Promise<{ items: OrderOfUser[]; total: number }> => {
	const part = q === undefined ? undefined : beginning(q);
	const where = and(
		isThere,
		userId === undefined ? undefined : eq(orders.userId, userId),
		state && eq(orders.state, state),
		paymentMethod === undefined ? undefined : eq(orders.paymentMethod, paymentMethod),
		since && gte(orders.createdAt, since),
		until && lt(orders.createdAt, until),
		part === undefined
			? undefined
			: or(like(orders.code, part.toUpperCase()), like(orders.providerOrderId, part), like(users.emailKey, part.toLowerCase())),
	);
	const items = await shown(db).where(where).orderBy(desc(orders.createdAt), desc(orders.id)).offset(skip).limit(max);
	const [counted] = await db.select({ total: count() }).from(orders).leftJoin(users, eq(users.id, orders.userId)).where(where);
	return { items: items.map(of), total: counted?.total ?? 0 };
};
