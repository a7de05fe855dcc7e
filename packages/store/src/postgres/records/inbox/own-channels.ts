import type { PushBrowser, UserWebhook } from '@sw/domain/inbox/outgoing';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, inArray, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { pushReceipts, pushSubscriptions, webhooks } from '../../schema/delivery.ts';

const { userId: owner, ...SHOWN_COLUMNS } = {
	id: pushSubscriptions.id,
	userId: pushSubscriptions.userId,
	endpoint: pushSubscriptions.endpoint,
	p256dh: pushSubscriptions.p256dh,
	auth: pushSubscriptions.auth,
	serverKey: pushSubscriptions.serverKey,
	agent: pushSubscriptions.agent,
	createdAt: pushSubscriptions.createdAt,
	deliveredAt: pushSubscriptions.deliveredAt,
};

export function pushBrowsersOf(db: Db, userId: string): Promise<PushBrowser[]> {
	return db
		.select(SHOWN_COLUMNS)
		.from(pushSubscriptions)
		.where(eq(owner, userId))
		.orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** Returns the browsers of several accounts. */
export function pushBrowsersOfAll(db: Db, userIds: readonly string[]): Promise<(PushBrowser & { userId: string })[]> {
	return userIds.length === 0
		? Promise.resolve([])
		: db
				.select({ ...SHOWN_COLUMNS, userId: owner })
				.from(pushSubscriptions)
				.where(inArray(owner, [...userIds]))
				.orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

/** Assigns a browser to the account that signed in last; undefined if the account already has `limit` other browsers. */
export function savePushBrowser(
	db: Db,
	userId: string,
	browser: Pick<PushBrowser, 'endpoint' | 'p256dh' | 'auth' | 'serverKey' | 'agent' | 'createdAt'>,
	limit: number,
): Promise<PushBrowser | undefined> {
	return db.transaction(async (tx) => {
		const [existing] = await tx.select({ userId: owner }).from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, browser.endpoint));
		const [countRow] = await tx.select({ total: count() }).from(pushSubscriptions).where(eq(owner, userId));
		if (existing?.userId !== userId && (countRow?.total ?? 0) >= limit) return undefined;
		const { endpoint, createdAt, ...rest } = browser;
		const [row] = await tx
			.insert(pushSubscriptions)
			.values({ userId, ...browser })
			.onConflictDoUpdate({
				target: pushSubscriptions.endpoint,
				set: { ...rest, userId, ...(existing?.userId === userId ? {} : { createdAt, deliveredAt: null }) },
			})
			.returning(SHOWN_COLUMNS);
		return row;
	});
}

/** Removes one of the account's browsers by its id or endpoint; false if there is none. */
export async function removePushBrowser(db: Db, userId: string, selector: { id: string } | { endpoint: string }): Promise<boolean> {
	const condition = 'id' in selector ? eq(pushSubscriptions.id, selector.id) : eq(pushSubscriptions.endpoint, selector.endpoint);
	return (
		(
			await db
				.delete(pushSubscriptions)
				.where(and(eq(owner, userId), condition))
				.returning({ id: pushSubscriptions.id })
		).length === 1
	);
}

/** Records that a browser's push service has accepted a delivery. */
export async function recordPushReceipt(db: Db, deliveryId: string, subscriptionId: string, now: UtcMs): Promise<void> {
	await db.transaction(async (tx) => {
		const [updated] = await tx
			.update(pushSubscriptions)
			.set({ deliveredAt: now })
			.where(eq(pushSubscriptions.id, subscriptionId))
			.returning({ id: pushSubscriptions.id });
		if (updated) await tx.insert(pushReceipts).values({ deliveryId, subscriptionId }).onConflictDoNothing();
	});
}

/** Returns the pairs of delivery and browser that were already accepted. */
export function pushReceiptsOf(db: Db, deliveryIds: readonly string[]): Promise<{ deliveryId: string; subscriptionId: string }[]> {
	return deliveryIds.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(pushReceipts)
				.where(inArray(pushReceipts.deliveryId, [...deliveryIds]));
}

export async function webhookOf(db: Db, userId: string): Promise<UserWebhook | undefined> {
	return (await db.select().from(webhooks).where(eq(webhooks.userId, userId)))[0];
}

/** Returns the webhooks of several accounts. */
export function webhooksOfAll(db: Db, userIds: readonly string[]): Promise<(UserWebhook & { userId: string })[]> {
	return userIds.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(webhooks)
				.where(inArray(webhooks.userId, [...userIds]));
}

/** Sets the account's webhook and resets its count of failures. */
export async function saveWebhook(db: Db, userId: string, { url, secret }: { url: string; secret: string }, now: UtcMs): Promise<void> {
	const values = { url, secret, createdAt: now, deliveredAt: null, failures: 0, failingSince: null };
	await db
		.insert(webhooks)
		.values({ userId, ...values })
		.onConflictDoUpdate({ target: webhooks.userId, set: values });
}

export async function removeWebhook(db: Db, userId: string): Promise<boolean> {
	return (await db.delete(webhooks).where(eq(webhooks.userId, userId)).returning({ url: webhooks.url })).length === 1;
}

/** Records an attempt and counts the failures since the last success. `isAccepted`: the receiver accepted it. */
export async function recordWebhookAttempt(db: Db, userId: string, isAccepted: boolean, now: UtcMs): Promise<UserWebhook | undefined> {
	const at = new Date(now).toISOString();
	const set = isAccepted
		? { deliveredAt: now, failures: 0, failingSince: null }
		: { failures: sql`${webhooks.failures} + 1`, failingSince: sql`coalesce(${webhooks.failingSince}, ${at}::timestamptz)` };
	return (await db.update(webhooks).set(set).where(eq(webhooks.userId, userId)).returning())[0];
}
