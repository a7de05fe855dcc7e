import type { AccountState } from '@sw/domain/access/account';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { and, asc, count, eq, isNull, ne, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { breadthSubscriptions } from '../../schema/alerts.ts';
import { notifyPersonalChange } from '../notifications.ts';

export interface StoredSubscription {
	readonly key: string;
	readonly depth: number;
	readonly level: number | null;
	readonly since: UtcMs;
}

export function subscriptionsOf(db: Db, userId: string): Promise<StoredSubscription[]> {
	const { key, depth, level, since } = breadthSubscriptions;
	return db.select({ key, depth, level, since }).from(breadthSubscriptions).where(eq(breadthSubscriptions.userId, userId));
}

/** Adds or replaces a subscription; false if the user already has `limit` others. */
export function subscribe(db: Db, userId: string, { key, depth, level, since }: StoredSubscription, limit: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.breadthSubscriptions}, hashtext(${userId}))`);
		const isOther = and(eq(breadthSubscriptions.userId, userId), ne(breadthSubscriptions.key, key));
		const [countRow] = await tx.select({ count: count() }).from(breadthSubscriptions).where(isOther);
		if ((countRow?.count ?? 0) >= limit) return false;
		const values = { depth, level, since, notifiedOn: null };
		await tx
			.insert(breadthSubscriptions)
			.values({ userId, key, ...values })
			.onConflictDoUpdate({ target: [breadthSubscriptions.userId, breadthSubscriptions.key], set: values });
		await notifyPersonalChange(tx, userId);
		return true;
	});
}

export function unsubscribe(db: Db, userId: string, key: string): Promise<void> {
	return db.transaction(async (tx) => {
		const removed = await tx.delete(breadthSubscriptions).where(isSubscription(userId, key)).returning({ key: breadthSubscriptions.key });
		if (removed.length > 0) await notifyPersonalChange(tx, userId);
	});
}

function isSubscription(userId: string, key: string) {
	return and(eq(breadthSubscriptions.userId, userId), eq(breadthSubscriptions.key, key));
}

/** A subscription that was not notified on a day, with the account of its owner. */
export interface DueSubscription extends StoredSubscription {
	readonly userId: string;
	readonly account: AccountState;
}

export async function subscriptionsToNotify(db: Db, day: ExchangeDate): Promise<DueSubscription[]> {
	const { key, depth, level, since, userId, notifiedOn } = breadthSubscriptions;
	const account = { role: users.role, status: users.status, license: users.license, licenseExpires: users.licenseExpires };
	return db
		.select({ userId, key, depth, level, since, account })
		.from(breadthSubscriptions)
		.innerJoin(users, eq(users.id, userId))
		.where(or(isNull(notifiedOn), ne(notifiedOn, day)))
		.orderBy(asc(key), asc(userId));
}

/** Records that the user was notified. A subscription without a level ends; one with a level pauses for the rest of the day. */
export async function markSubscriptionNotified(
	db: Db,
	{ userId, key, level }: Pick<DueSubscription, 'userId' | 'key' | 'level'>,
	day: ExchangeDate,
): Promise<void> {
	if (level !== null) {
		await db.update(breadthSubscriptions).set({ notifiedOn: day }).where(isSubscription(userId, key));
		return;
	}
	await db.transaction(async (tx) => {
		await tx.delete(breadthSubscriptions).where(and(isSubscription(userId, key), isNull(breadthSubscriptions.level)));
		await notifyPersonalChange(tx, userId);
	});
}
