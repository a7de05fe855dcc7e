import type { NotificationFields, NotificationSearch, StoredNotification } from '@sw/domain/billing/payment-notification';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, like, lt, lte, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { paymentNotifications, rejectedRequests } from '../../schema/billing.ts';
import { instantOf, recordRows } from '../record-rows.ts';
import { prefixPattern } from './orders.ts';

const { dueAt: _due, ...SHOWN_COLUMNS } = getTableColumns(paymentNotifications);

export type NewNotification = Pick<
	StoredNotification,
	'id' | 'key' | 'state' | 'typeId' | 'type' | 'providerOrderId' | 'providerSubscriptionId' | 'fields' | 'receivedAt'
>;

/** The result of storing a notification. */
export interface StoreResult {
	number: number;
	isNew: boolean;
}

/**
 * Stores notifications in order of arrival, in one atomic statement. Duplicates of stored ones or within the list are only counted. Returns one result for
 * each.
 */
export async function storeNotifications(db: Db, notifications: readonly NewNotification[]): Promise<StoreResult[]> {
	const notificationByKey = new Map<string, NewNotification & { copies: number }>();
	for (const notification of notifications)
		notificationByKey.set(notification.key, {
			...(notificationByKey.get(notification.key) ?? notification),
			copies: (notificationByKey.get(notification.key)?.copies ?? 0) + 1,
		});
	const { rows } = await db
		.execute<{ key: string; number: string; copies: number }>(sql`
		insert into ${paymentNotifications} as kept
			(id, key, state, type_id, type, provider_order_id, provider_subscription_id, fields, received_at, due_at, copies)
		select id, key, state, "typeId", type, "providerOrderId", "providerSubscriptionId", fields, ${instantOf('"receivedAt"')},
			${instantOf('"receivedAt"')}, copies
		from ${recordRows(
			[...notificationByKey.values()].map((notification, place) => ({ ...notification, place })),
			'id uuid, key text, state text, "typeId" integer, type text, "providerOrderId" text, "providerSubscriptionId" text, fields jsonb, "receivedAt" numeric, copies integer, place integer',
		)}
		order by place
		on conflict (key) do update set copies = kept.copies + excluded.copies
		returning key, number, copies`)
		.catch(throwWithoutValues);
	const byKey = new Map(rows.map((row) => [row.key, row]));
	return notifications.map((notification) => {
		const [row, first] = [byKey.get(notification.key), notificationByKey.get(notification.key)];
		if (!row) throw new Error("A payment notification wasn't stored.");
		return { number: Number(row.number), isNew: row.copies === first?.copies && notification.id === first.id };
	});
}

/** Throws the cause of a failed query: the query's own message contains its values, such as names and digits of cards, which must not be logged. */
function throwWithoutValues(error: unknown): never {
	throw (error as { cause?: unknown }).cause ?? error;
}

export async function notificationById(db: Db, id: string): Promise<StoredNotification | undefined> {
	return (await db.select(SHOWN_COLUMNS).from(paymentNotifications).where(eq(paymentNotifications.id, id)))[0];
}

/** Returns the notifications that are due for processing, in order of arrival. */
export function dueNotifications(db: Db, now: UtcMs, limit: number): Promise<StoredNotification[]> {
	return db
		.select(SHOWN_COLUMNS)
		.from(paymentNotifications)
		.where(and(eq(paymentNotifications.state, 'received'), lte(paymentNotifications.dueAt, now)))
		.orderBy(asc(paymentNotifications.dueAt), asc(paymentNotifications.number))
		.limit(limit);
}

/** Returns the processed notifications of orders, even those queued again. */
export function notificationsOfOrders(db: Db, orderIds: readonly string[]): Promise<StoredNotification[]> {
	return orderIds.length === 0
		? Promise.resolve([])
		: db
				.select(SHOWN_COLUMNS)
				.from(paymentNotifications)
				.where(
					and(
						inArray(paymentNotifications.orderId, [...orderIds]),
						inArray(paymentNotifications.state, ['worked', 'received']),
						isNotNull(paymentNotifications.workedAt),
					),
				)
				.orderBy(asc(paymentNotifications.number));
}

/** A processed notification: its order, and the number of attempts. */
export interface ProcessedNotification {
	readonly id: string;
	readonly orderId: string;
	readonly attempts: number;
}

/** Marks notifications as processed: from then on they apply to their orders. */
export async function markNotificationsProcessed(db: Db, processed: readonly ProcessedNotification[], now: UtcMs): Promise<void> {
	if (processed.length === 0) return;
	await db.execute(sql`
		update ${paymentNotifications} set state = 'worked', worked_at = ${new Date(now).toISOString()}::timestamptz, attempts = row.attempts, reason = null,
			order_id = row."orderId"
		from ${recordRows(processed, 'id uuid, "orderId" uuid, attempts integer')} where ${paymentNotifications.id} = row.id`);
}

/** Queues notifications again that matched no order, because an order now has one of these ids. Returns their number. */
export async function recheckNotifications(
	db: Db,
	{ providerOrderIds, providerSubscriptionIds }: { providerOrderIds: readonly string[]; providerSubscriptionIds: readonly string[] },
	now: UtcMs,
): Promise<number> {
	const { state, orderId, providerOrderId, providerSubscriptionId, typeId } = paymentNotifications;
	const idCondition = or(
		providerOrderIds.length === 0 ? undefined : inArray(providerOrderId, [...providerOrderIds]),
		providerSubscriptionIds.length === 0 ? undefined : inArray(providerSubscriptionId, [...providerSubscriptionIds]),
	);
	if (!idCondition) return 0;
	const rows = await db
		.update(paymentNotifications)
		.set({ state: 'received', reason: null, dueAt: now })
		.where(and(eq(state, 'refused'), isNull(orderId), idCondition))
		.returning({ typeId });
	return rows.length;
}

export type NotificationChange = Partial<
	Pick<StoredNotification, 'state' | 'workedAt' | 'attempts' | 'reason' | 'orderId'> & { dueAt: UtcMs }
>;

export async function changeNotification(db: Db, id: string, change: NotificationChange): Promise<StoredNotification | undefined> {
	return (await db.update(paymentNotifications).set(change).where(eq(paymentNotifications.id, id)).returning(SHOWN_COLUMNS))[0];
}

/** Returns one page of notifications, newest first, and how many match. */
export async function listNotifications(
	db: Db,
	{ state, orderId, q }: NotificationSearch,
	skip: number,
	max: number,
): Promise<{ items: StoredNotification[]; total: number }> {
	const pattern = q === undefined ? undefined : prefixPattern(q);
	const where = and(
		state && eq(paymentNotifications.state, state),
		orderId === undefined ? undefined : eq(paymentNotifications.orderId, orderId),
		pattern === undefined
			? undefined
			: or(like(paymentNotifications.providerOrderId, pattern), like(paymentNotifications.providerSubscriptionId, pattern)),
	);
	const [items, [countRow]] = await Promise.all([
		db.select(SHOWN_COLUMNS).from(paymentNotifications).where(where).orderBy(desc(paymentNotifications.number)).offset(skip).limit(max),
		db.select({ total: count() }).from(paymentNotifications).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Returns notifications from before an instant that still contain personal data. */
export function wholeNotifications(db: Db, before: UtcMs, limit: number): Promise<Pick<StoredNotification, 'id' | 'fields'>[]> {
	return db
		.select({ id: paymentNotifications.id, fields: paymentNotifications.fields })
		.from(paymentNotifications)
		.where(and(isNull(paymentNotifications.strippedAt), lt(paymentNotifications.receivedAt, before)))
		.orderBy(asc(paymentNotifications.receivedAt))
		.limit(limit);
}

export async function stripNotification(db: Db, id: string, fields: NotificationFields, at: UtcMs): Promise<void> {
	await db.update(paymentNotifications).set({ fields, strippedAt: at }).where(eq(paymentNotifications.id, id)).catch(throwWithoutValues);
}

export type RejectedRequests = typeof rejectedRequests.$inferSelect;

export async function countRejectedRequests(db: Db, rows: readonly RejectedRequests[]): Promise<void> {
	if (rows.length === 0) return;
	await db
		.insert(rejectedRequests)
		.values([...rows])
		.onConflictDoUpdate({
			target: [rejectedRequests.date, rejectedRequests.hook, rejectedRequests.reason],
			set: { count: sql`${rejectedRequests.count} + excluded.count` },
		});
}

/** Returns the rejected requests since a UTC day, newest first. */
export function rejectedRequestsSince(db: Db, date: string): Promise<RejectedRequests[]> {
	return db
		.select()
		.from(rejectedRequests)
		.where(gte(rejectedRequests.date, date))
		.orderBy(desc(rejectedRequests.date), asc(rejectedRequests.hook), asc(rejectedRequests.reason));
}
