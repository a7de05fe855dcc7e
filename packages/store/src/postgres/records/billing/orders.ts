import type { Order, OrderSearch } from '@sw/domain/billing/order';
import type { UtcMs } from '@sw/domain/time/units';
import {
	and,
	asc,
	count,
	desc,
	eq,
	getTableColumns,
	gte,
	inArray,
	isNotNull,
	isNull,
	like,
	lt,
	ne,
	or,
	type SQL,
	sql,
} from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { orders, paymentNotifications, subscriptions } from '../../schema/billing.ts';
import { instantOf, recordRows } from '../record-rows.ts';

export type OrderRow = Order & { readonly licenceUntil: UtcMs | null };
/** An order with its owner's email address; '' if the account was deleted. */
export type OrderOfUser = OrderRow & { readonly email: string };

const SHOWN_COLUMNS = { ...getTableColumns(orders), email: users.email };

/** Returns a LIKE pattern for fields that start with `q`. */
export function prefixPattern(q: string): string {
	return `${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A withdrawn order is hidden from all users, unless it was paid nevertheless. */
const isVisible = or(isNull(orders.withdrawnAt), ne(orders.state, 'waiting'));

export async function addOrder(db: Db, order: Order): Promise<void> {
	await db.insert(orders).values({ ...order, charges: [...order.charges] });
}

export async function orderByName(db: Db, idOrCode: string): Promise<OrderOfUser | undefined> {
	const [row] = await selectOrders(db).where(and(matchesIdOrCode(idOrCode), isVisible));
	return row && withEmail(row);
}

/** Returns the condition for an order's id or code. Codes are in capital letters. */
function matchesIdOrCode(idOrCode: string): SQL {
	return UUID.test(idOrCode) ? eq(orders.id, idOrCode) : eq(orders.code, idOrCode.toUpperCase());
}

function selectOrders(db: Db) {
	return db.select(SHOWN_COLUMNS).from(orders).leftJoin(users, eq(users.id, orders.userId)).$dynamic();
}

function withEmail<T extends { email: string | null }>(row: T): Omit<T, 'email'> & { email: string } {
	return { ...row, email: row.email ?? '' };
}

/** Locks orders, including withdrawn ones, until the transaction ends; always in the same order, to avoid deadlocks. */
export function lockOrders(db: Db, ids: readonly string[]): Promise<OrderRow[]> {
	return ids.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(orders)
				.where(inArray(orders.id, [...ids]))
				.orderBy(asc(orders.id))
				.for('update');
}

/** The ids in a notification: those of the provider, and our order code. */
export interface OrderReference {
	readonly providerOrderIds: readonly string[];
	readonly providerSubscriptionId: string | null;
	readonly code: string | null;
}

/**
 * Finds one order for each element. That is the order that earlier notifications linked to one of the provider's ids (the subscription's first),
 * otherwise the order with the element's code.
 */
export async function ordersNamed(db: Db, references: readonly OrderReference[]): Promise<(OrderRow | undefined)[]> {
	const collectUnique = <T>(pick: (one: OrderReference) => readonly (T | null)[]): T[] => [
		...new Set(references.flatMap((reference) => pick(reference).filter((name): name is T & {} => name !== null))),
	];
	const ordersBySubscription = await mapSubscriptions(
		db,
		collectUnique(({ providerSubscriptionId }) => [providerSubscriptionId]),
	);
	const ordersByProviderId = await mapProviderOrders(
		db,
		collectUnique(({ providerOrderIds }) => providerOrderIds),
	);
	const linkedOrder = ({ providerSubscriptionId, providerOrderIds }: OrderReference): string | undefined => {
		const first = providerSubscriptionId === null ? undefined : ordersBySubscription.get(providerSubscriptionId);
		return first ?? providerOrderIds.map((id) => ordersByProviderId.get(id)).find((id) => id !== undefined);
	};
	const ids = collectUnique((one) => [linkedOrder(one) ?? null]);
	const codes = collectUnique(({ code }) => [code]);
	if (ids.length + codes.length === 0) return references.map(() => undefined);
	const rows = await db
		.select()
		.from(orders)
		.where(or(ids.length === 0 ? undefined : inArray(orders.id, ids), codes.length === 0 ? undefined : inArray(orders.code, codes)));
	const [byId, byCode] = [new Map(rows.map((row) => [row.id, row])), new Map(rows.map((row) => [row.code, row]))];
	return references.map((reference) => {
		const orderId = linkedOrder(reference);
		return orderId === undefined ? byCode.get(reference.code ?? '') : byId.get(orderId);
	});
}

/** Maps the provider's order ids to the ids of our orders, according to processed notifications. */
async function mapProviderOrders(db: Db, ids: string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const { providerOrderId, orderId, state } = paymentNotifications;
	const rows = await db
		.selectDistinctOn([providerOrderId], { providerOrderId, orderId })
		.from(paymentNotifications)
		.where(and(inArray(providerOrderId, ids), eq(state, 'worked'), isNotNull(orderId)))
		.orderBy(asc(providerOrderId));
	return new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.providerOrderId, row.orderId] as const])));
}

/** Maps the provider's subscription ids to the ids of the orders that started the subscriptions. */
async function mapSubscriptions(db: Db, ids: string[]): Promise<Map<string, string>> {
	if (ids.length === 0) return new Map();
	const { providerId, orderId } = subscriptions;
	const rows = await db.select({ providerId, orderId }).from(subscriptions).where(inArray(providerId, ids));
	return new Map(rows.map((row) => [row.providerId, row.orderId]));
}

export type OrderChange = Partial<Omit<OrderRow, 'id' | 'code' | 'userId' | 'createdAt'>>;
/** The fields of an order that are derived from notifications. */
export type ReportedOrder = Pick<
	OrderRow,
	'id' | 'state' | 'paymentMethod' | 'providerOrderId' | 'charges' | 'paidAt' | 'licenceUntil' | 'updatedAt'
>;

/** Updates orders in one statement. */
export async function changeOrders(db: Db, changes: readonly ReportedOrder[]): Promise<void> {
	if (changes.length === 0) return;
	await db.execute(sql`
		update ${orders} set state = row.state, payment_method = row."paymentMethod", provider_order_id = row."providerOrderId", charges = row.charges,
			paid_at = ${instantOf('"paidAt"')}, licence_until = ${instantOf('"licenceUntil"')}, updated_at = ${instantOf('"updatedAt"')}
		from ${recordRows(
			changes,
			'id uuid, state text, "paymentMethod" text, "providerOrderId" text, charges jsonb, "paidAt" numeric, "licenceUntil" numeric, "updatedAt" numeric',
		)}
		where ${orders.id} = row.id`);
}

/** Changes an order if it is still pending; returns whether it was. */
export async function changeWaiting(db: Db, id: string, change: OrderChange): Promise<boolean> {
	return (
		(
			await db
				.update(orders)
				.set(change as Partial<typeof orders.$inferInsert>)
				.where(and(eq(orders.id, id), eq(orders.state, 'waiting'), isNull(orders.withdrawnAt)))
				.returning({ id: orders.id })
		).length > 0
	);
}

/** Withdraws orders that have been pending since before an instant, without a notification of a payment. Returns their number. */
export async function withdrawUnpaid(db: Db, before: UtcMs, now: UtcMs, limit: number): Promise<number> {
	const unpaid = db
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
		.limit(limit);
	const rows = await db
		.update(orders)
		.set({ withdrawnAt: now, updatedAt: now })
		.where(inArray(orders.id, unpaid))
		.returning({ id: orders.id });
	return rows.length;
}

/** Returns one page of orders, newest first, and how many match. */
export async function listOrders(
	db: Db,
	{ userId, state, paymentMethod, since, until, q }: OrderSearch,
	skip: number,
	max: number,
): Promise<{ items: OrderOfUser[]; total: number }> {
	const pattern = q === undefined ? undefined : prefixPattern(q);
	const where = and(
		isVisible,
		userId === undefined ? undefined : eq(orders.userId, userId),
		state && eq(orders.state, state),
		paymentMethod === undefined ? undefined : eq(orders.paymentMethod, paymentMethod),
		since && gte(orders.createdAt, since),
		until && lt(orders.createdAt, until),
		pattern === undefined
			? undefined
			: or(like(orders.code, pattern.toUpperCase()), like(orders.providerOrderId, pattern), like(users.emailKey, pattern.toLowerCase())),
	);
	const items = await selectOrders(db).where(where).orderBy(desc(orders.createdAt), desc(orders.id)).offset(skip).limit(max);
	const [countRow] = await db.select({ total: count() }).from(orders).leftJoin(users, eq(users.id, orders.userId)).where(where);
	return { items: items.map(withEmail), total: countRow?.total ?? 0 };
}
