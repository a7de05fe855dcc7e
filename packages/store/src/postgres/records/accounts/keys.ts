import type { ApiKey, UserKey } from '@sw/domain/access/api-key';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, desc, eq, lte } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { apiKeys, users } from '../../schema/accounts.ts';
import { notifySessionChange } from '../notifications.ts';

/** Returns false if the account already has `limit` keys. Locks the user's row, so that concurrent requests can't exceed the limit. */
export async function addKey(db: Db, key: ApiKey, limit: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, key.userId)).for('update');
		const [countRow] = await tx.select({ held: count() }).from(apiKeys).where(eq(apiKeys.userId, key.userId));
		if ((countRow?.held ?? 0) >= limit) return false;
		await tx.insert(apiKeys).values({ ...key, scopes: [...key.scopes] });
		return true;
	});
}

/** Finds the key and its user. One round trip, because every call of a program needs it. */
export async function keyByHash(db: Db, keyHash: Uint8Array): Promise<UserKey | undefined> {
	return (
		await db
			.select({ key: apiKeys, user: users })
			.from(apiKeys)
			.innerJoin(users, eq(users.id, apiKeys.userId))
			.where(eq(apiKeys.keyHash, keyHash))
	)[0];
}

/** Returns the user's keys, newest first. */
export function keysOf(db: Db, userId: string): Promise<ApiKey[]> {
	return db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export async function recordKeyUse(db: Db, id: string, now: UtcMs): Promise<void> {
	await db.update(apiKeys).set({ usedAt: now }).where(eq(apiKeys.id, id));
}

/** Removes a key; undefined if the user has no such key. Notifies every process of a change of the user, so that live connections end, too. */
export async function removeKey(db: Db, id: string, userId: string): Promise<ApiKey | undefined> {
	const [removed] = await db
		.delete(apiKeys)
		.where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
		.returning();
	if (removed) await notifySessionChange(db, userId);
	return removed;
}

/** Removes all keys of a user; returns their number. */
export async function removeKeys(db: Db, userId: string): Promise<number> {
	const removed = await db.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id });
	if (removed.length > 0) await notifySessionChange(db, userId);
	return removed.length;
}

/** Removes keys that expired before that instant. */
export async function sweepKeys(db: Db, before: UtcMs): Promise<void> {
	await db.delete(apiKeys).where(lte(apiKeys.expiresAt, before));
}
