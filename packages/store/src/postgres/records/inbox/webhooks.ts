import type { OwnWebhook } from '@sw/domain/inbox/outgoing';
import type { UtcMs } from '@sw/domain/time/units';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { webhooks } from '../../schema/delivery.ts';

export async function webhookOf(db: Db, userId: string): Promise<OwnWebhook | undefined> {
	return (await db.select().from(webhooks).where(eq(webhooks.userId, userId)))[0];
}

/** The webhooks of several accounts. */
export function webhooksOfAll(db: Db, userIds: readonly string[]): Promise<(OwnWebhook & { userId: string })[]> {
	return userIds.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(webhooks)
				.where(inArray(webhooks.userId, [...userIds]));
}

/** Sets the account's webhook; failures of an earlier address no longer count. */
export async function saveWebhook(db: Db, userId: string, { url, secret }: { url: string; secret: string }, now: UtcMs): Promise<void> {
	const fresh = { url, secret, createdAt: now, deliveredAt: null, failures: 0, failingSince: null };
	await db
		.insert(webhooks)
		.values({ userId, ...fresh })
		.onConflictDoUpdate({ target: webhooks.userId, set: fresh });
}

export async function removeWebhook(db: Db, userId: string): Promise<boolean> {
	return (await db.delete(webhooks).where(eq(webhooks.userId, userId)).returning({ url: webhooks.url })).length === 1;
}

/** Records an attempt, and counts the failures since the last success. */
export async function recordWebhookAttempt(db: Db, userId: string, isTaken: boolean, now: UtcMs): Promise<OwnWebhook | undefined> {
	const at = new Date(now).toISOString();
	const set = isTaken
		? { deliveredAt: now, failures: 0, failingSince: null }
		: { failures: sql`${webhooks.failures} + 1`, failingSince: sql`coalesce(${webhooks.failingSince}, ${at}::timestamptz)` };
	return (await db.update(webhooks).set(set).where(eq(webhooks.userId, userId)).returning())[0];
}
