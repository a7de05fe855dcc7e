import type { FeedAddress, FeedOwner } from '@sw/domain/inbox/feed';
import type { Message } from '@sw/domain/inbox/message';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, desc, eq, isNull, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { filters } from '../../schema/filters.ts';
import { feedAddresses, messages } from '../../schema/inbox.ts';
import { messageOf } from './messages.ts';

/** Sets or replaces the private feed address of a user's filter; false if the user has no such filter. */
export async function setFeedAddress(db: Db, userId: string, filterId: number, tokenHash: Uint8Array, now: UtcMs): Promise<boolean> {
	const [filter] = await db
		.select({ id: filters.id })
		.from(filters)
		.where(and(eq(filters.id, filterId), eq(filters.userId, userId)));
	if (!filter) return false;
	const row = { tokenHash, createdAt: now };
	await db
		.insert(feedAddresses)
		.values({ filterId, ...row })
		.onConflictDoUpdate({ target: feedAddresses.filterId, set: row });
	return true;
}

/** Returns false if there was none. */
export async function removeFeedAddress(db: Db, userId: string, filterId: number): Promise<boolean> {
	const isOwn = sql`exists (select from ${filters} f where f.id = ${feedAddresses.filterId} and f.user_id = ${userId})`;
	const removed = await db
		.delete(feedAddresses)
		.where(and(eq(feedAddresses.filterId, filterId), isOwn))
		.returning({ id: feedAddresses.filterId });
	return removed.length > 0;
}

export function feedAddressesOf(db: Db, userId: string): Promise<FeedAddress[]> {
	return db
		.select({ filterId: feedAddresses.filterId, createdAt: feedAddresses.createdAt })
		.from(feedAddresses)
		.innerJoin(filters, eq(filters.id, feedAddresses.filterId))
		.where(eq(filters.userId, userId))
		.orderBy(asc(feedAddresses.filterId));
}

export async function feedOwner(db: Db, tokenHash: Uint8Array): Promise<FeedOwner | undefined> {
	const { id: userId, role, status, license, licenseExpires } = users;
	const [owner] = await db
		.select({
			filterId: filters.id,
			name: filters.name,
			createdAt: feedAddresses.createdAt,
			userId,
			account: { role, status, license, licenseExpires },
		})
		.from(feedAddresses)
		.innerJoin(filters, eq(filters.id, feedAddresses.filterId))
		.innerJoin(users, eq(users.id, filters.userId))
		.where(eq(feedAddresses.tokenHash, tokenHash));
	return owner;
}

/** Returns the newest alerts of a filter, except those that its owner has deleted. */
export async function alertsOfFilter(db: Db, userId: string, filterId: number, limit: number): Promise<Message[]> {
	const rows = await db
		.select()
		.from(messages)
		.where(and(eq(messages.filterId, filterId), eq(messages.userId, userId), isNull(messages.deletedAt)))
		.orderBy(desc(messages.reportTime))
		.limit(limit);
	return rows.map(messageOf);
}
