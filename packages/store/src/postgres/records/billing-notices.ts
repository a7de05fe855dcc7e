import type { NoticeFields, NoticeSearch, StoredNotice } from '@sw/domain/billing/notice';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, like, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { paymentNotices, turnedAway } from '../schema/billing.ts';
import { beginning } from './billing-orders.ts';
import { instantOf, recordRows } from './record-rows.ts';

const { dueAt: _due, ...SHOWN } = getTableColumns(paymentNotices);

export type NewNotice = Pick<
	StoredNotice,
	'id' | 'key' | 'state' | 'typeId' | 'type' | 'providerOrderId' | 'providerSubscriptionId' | 'fields' | 'receivedAt'
>;

/** A failed query's message contains its values: names, addresses and digits of cards, which must not be logged. */
const withoutValues = (error: unknown): never => {
	throw (error as { cause?: unknown }).cause ?? error;
};

/** The result of storing a notification: its number, and whether it is new. */
export interface KeptNotice {
	number: number;
	isNew: boolean;
}

/** Stores notifications in order of arrival, in one atomic statement. Duplicates of stored ones or among these are only counted. One result for each. */
export const keepNotices = async (db: Db, notices: readonly NewNotice[]): Promise<KeptNotice[]> => {
	const firsts = new Map<string, NewNotice & { copies: number }>();
	for (const notice of notices)
		firsts.set(notice.key, { ...(firsts.get(notice.key) ?? notice), copies: (firsts.get(notice.key)?.copies ?? 0) + 1 });
	const { rows } = await db
		.execute<{ key: string; number: string; copies: number }>(sql`
		insert into ${paymentNotices} as kept
			(id, key, state, type_id, type, provider_order_id, provider_subscription_id, fields, received_at, due_at, copies)
		select id, key, state, "typeId", type, "providerOrderId", "providerSubscriptionId", fields, ${instantOf('"receivedAt"')},
			${instantOf('"receivedAt"')}, copies
		from ${recordRows(
			[...firsts.values()].map((notice, place) => ({ ...notice, place })),
			'id uuid, key text, state text, "typeId" integer, type text, "providerOrderId" text, "providerSubscriptionId" text, fields jsonb, "receivedAt" numeric, copies integer, place integer',
		)}
		order by place
		on conflict (key) do update set copies = kept.copies + excluded.copies
		returning key, number, copies`)
		.catch(withoutValues);
	const byKey = new Map(rows.map((row) => [row.key, row]));
	return notices.map((notice) => {
		const [row, first] = [byKey.get(notice.key), firsts.get(notice.key)];
		if (!row) throw new Error("A payment notification wasn't stored.");
		return { number: Number(row.number), isNew: row.copies === first?.copies && notice.id === first.id };
	});
};

export const noticeById = async (db: Db, id: string): Promise<StoredNotice | undefined> =>
	(await db.select(SHOWN).from(paymentNotices).where(eq(paymentNotices.id, id)))[0];

/** Notifications that are due for processing, in order of arrival. */
export const dueNotices = (db: Db, now: UtcMs, most: number): Promise<StoredNotice[]> =>
	db
		.select(SHOWN)
		.from(paymentNotices)
		.where(and(eq(paymentNotices.state, 'received'), lte(paymentNotices.dueAt, now)))
		.orderBy(asc(paymentNotices.dueAt), asc(paymentNotices.number))
		.limit(most);

/** Notifications that apply to orders: processed ones, even if their processing was requested again. */
export const noticesOfOrders = (db: Db, orderIds: readonly string[]): Promise<StoredNotice[]> =>
	orderIds.length === 0
		? Promise.resolve([])
		: db
				.select(SHOWN)
				.from(paymentNotices)
				.where(
					and(
						inArray(paymentNotices.orderId, [...orderIds]),
						inArray(paymentNotices.state, ['worked', 'received']),
						isNotNull(paymentNotices.workedAt),
					),
				)
				.orderBy(asc(paymentNotices.number));

/** A processed notification: its order, and the number of attempts. */
export interface WorkedNotice {
	readonly id: string;
	readonly orderId: string;
	readonly attempts: number;
}

/** From now on they apply to their orders. */
export const noticesWorked = async (db: Db, worked: readonly WorkedNotice[], now: UtcMs): Promise<void> => {
	if (worked.length === 0) return;
	await db.execute(sql`
		update ${paymentNotices} set state = 'worked', worked_at = ${new Date(now).toISOString()}::timestamptz, attempts = row.attempts, reason = null,
			order_id = row."orderId"
		from ${recordRows(worked, 'id uuid, "orderId" uuid, attempts integer')} where ${paymentNotices.id} = row.id`);
};

/** Queues notifications again that matched none of our orders, because an order now has one of these ids. */
export const lookAgain = async (
	db: Db,
	{ providerOrderIds, providerSubscriptionIds }: { providerOrderIds: readonly string[]; providerSubscriptionIds: readonly string[] },
	now: UtcMs,
): Promise<number> => {
	const { state, orderId, providerOrderId, providerSubscriptionId, typeId } = paymentNotices;
	const named = or(
		providerOrderIds.length === 0 ? undefined : inArray(providerOrderId, [...providerOrderIds]),
		providerSubscriptionIds.length === 0 ? undefined : inArray(providerSubscriptionId, [...providerSubscriptionIds]),
	);
	if (!named) return 0;
	const rows = await db
		.update(paymentNotices)
		.set({ state: 'received', reason: null, dueAt: now })
		.where(and(eq(state, 'refused'), isNull(orderId), named))
		.returning({ typeId });
	return rows.length;
};

export type NoticeChange = Partial<Pick<StoredNotice, 'state' | 'workedAt' | 'attempts' | 'reason' | 'orderId'> & { dueAt: UtcMs }>;

export const changeNotice = async (db: Db, id: string, change: NoticeChange): Promise<StoredNotice | undefined> =>
	(await db.update(paymentNotices).set(change).where(eq(paymentNotices.id, id)).returning(SHOWN))[0];

/** One page of notifications, newest first, and how many match. */
export const listNotices = async (
	db: Db,
	{ state, orderId, q }: NoticeSearch,
	skip: number,
	max: number,
): Promise<{ items: StoredNotice[]; total: number }> => {
	const part = q === undefined ? undefined : beginning(q);
	const where = and(
		state && eq(paymentNotices.state, state),
		orderId === undefined ? undefined : eq(paymentNotices.orderId, orderId),
		part === undefined ? undefined : or(like(paymentNotices.providerOrderId, part), like(paymentNotices.providerSubscriptionId, part)),
	);
	const [items, [counted]] = await Promise.all([
		db.select(SHOWN).from(paymentNotices).where(where).orderBy(desc(paymentNotices.number)).offset(skip).limit(max),
		db.select({ total: count() }).from(paymentNotices).where(where),
	]);
	return { items, total: counted?.total ?? 0 };
};

/** Notifications from before that instant that still contain personal data. */
export const wholeNotices = (db: Db, before: UtcMs, most: number): Promise<Pick<StoredNotice, 'id' | 'fields'>[]> =>
	db
		.select({ id: paymentNotices.id, fields: paymentNotices.fields })
		.from(paymentNotices)
		.where(and(isNull(paymentNotices.strippedAt), lt(paymentNotices.receivedAt, before)))
		.orderBy(asc(paymentNotices.receivedAt))
		.limit(most);

export const stripNotice = async (db: Db, id: string, fields: NoticeFields, at: UtcMs): Promise<void> => {
	await db.update(paymentNotices).set({ fields, strippedAt: at }).where(eq(paymentNotices.id, id)).catch(withoutValues);
};

export type TurnedAway = typeof turnedAway.$inferSelect;

export const countTurnedAway = async (db: Db, rows: readonly TurnedAway[]): Promise<void> => {
	if (rows.length === 0) return;
	await db
		.insert(turnedAway)
		.values([...rows])
		.onConflictDoUpdate({
			target: [turnedAway.date, turnedAway.hook, turnedAway.reason],
			set: { count: sql`${turnedAway.count} + excluded.count` },
		});
};

/** Since a UTC day, newest first. */
export const turnedAwaySince = (db: Db, date: string): Promise<TurnedAway[]> =>
	db
		.select()
		.from(turnedAway)
		.where(gte(turnedAway.date, date))
		.orderBy(desc(turnedAway.date), asc(turnedAway.hook), asc(turnedAway.reason));
