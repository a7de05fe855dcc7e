import type { MessageChannel } from '@sw/domain/inbox/message-channel';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { channelReceipts, messageChannels as channels } from '../../schema/delivery.ts';

const {
	userId: owner,
	codeHash,
	...SHOWN_COLUMNS
} = {
	id: channels.id,
	userId: channels.userId,
	service: channels.service,
	name: channels.name,
	address: channels.address,
	token: channels.token,
	codeHash: channels.codeHash,
	codeEnds: channels.codeEnds,
	createdAt: channels.createdAt,
	deliveredAt: channels.deliveredAt,
	failures: channels.failures,
	failingSince: channels.failingSince,
	pausedUntil: channels.pausedUntil,
	stoppedAt: channels.stoppedAt,
	stoppedWhy: channels.stoppedWhy,
};

export type NewChannel = Pick<MessageChannel, 'service' | 'name' | 'address' | 'token' | 'codeEnds'> & { codeHash: Uint8Array | null };

/** Returns an account's channels, oldest first, except chats whose code has expired. */
export function messageChannelsOf(db: Db, userId: string, now: UtcMs): Promise<MessageChannel[]> {
	return db
		.select(SHOWN_COLUMNS)
		.from(channels)
		.where(and(eq(owner, userId), or(isNotNull(channels.address), gt(channels.codeEnds, now))))
		.orderBy(asc(channels.createdAt), asc(channels.id));
}

/** Returns the connected channels of several accounts, except stopped ones. */
export function readyChannelsOfAll(db: Db, userIds: readonly string[]): Promise<(MessageChannel & { userId: string })[]> {
	return userIds.length === 0
		? Promise.resolve([])
		: db
				.select({ ...SHOWN_COLUMNS, userId: owner })
				.from(channels)
				.where(and(inArray(owner, [...userIds]), isNotNull(channels.address), isNull(channels.stoppedAt)))
				.orderBy(asc(channels.createdAt), asc(channels.id));
}

/**
 * Adds a channel. A new chat replaces the account's chat that waits for its code.
 * Returns 'limit' if the account has `maxChannels` channels, 'known' if it has one with the same address.
 */
export function addMessageChannel(
	db: Db,
	userId: string,
	channel: NewChannel,
	{ maxChannels, now }: { maxChannels: number; now: UtcMs },
): Promise<MessageChannel | 'limit' | 'known'> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const isPendingChat = channel.address === null ? isNull(channels.address) : and(isNull(channels.address), lte(channels.codeEnds, now));
		await tx.delete(channels).where(and(eq(owner, userId), isPendingChat));
		const [countRow] = await tx.select({ count: count() }).from(channels).where(eq(owner, userId));
		if ((countRow?.count ?? 0) >= maxChannels) return 'limit';
		const [row] = await tx
			.insert(channels)
			.values({ ...channel, userId, createdAt: now })
			.onConflictDoNothing()
			.returning(SHOWN_COLUMNS);
		return row ?? 'known';
	});
}

export async function removeMessageChannel(db: Db, userId: string, id: string): Promise<boolean> {
	const removed = await db
		.delete(channels)
		.where(and(eq(owner, userId), eq(channels.id, id)))
		.returning({ id: channels.id });
	return removed.length === 1;
}

/** Clears failures, pause and stop; undefined if the account has no such channel. */
export async function resumeMessageChannel(db: Db, userId: string, id: string): Promise<MessageChannel | undefined> {
	const resetValues = { failures: 0, failingSince: null, pausedUntil: null, stoppedAt: null, stoppedWhy: null };
	return (
		await db
			.update(channels)
			.set(resetValues)
			.where(and(eq(owner, userId), eq(channels.id, id)))
			.returning(SHOWN_COLUMNS)
	)[0];
}

/**
 * Links the chat that sent a code to the account waiting for that code, and returns the account; undefined if none waits. A chat that the account already
 * has is kept.
 */
export function linkChat(db: Db, hash: Uint8Array, chat: string, now: UtcMs): Promise<{ userId: string } | undefined> {
	return db.transaction(async (tx) => {
		const [pendingChat] = await tx
			.select({ id: channels.id, userId: owner, service: channels.service })
			.from(channels)
			.where(and(eq(codeHash, hash), gt(channels.codeEnds, now)))
			.for('update');
		if (!pendingChat) return undefined;
		const { id, userId, service } = pendingChat;
		const isSameChat = and(eq(owner, userId), eq(channels.service, service), eq(channels.address, chat));
		const existing = await tx.select({ id: channels.id }).from(channels).where(isSameChat);
		if (existing.length > 0) await tx.delete(channels).where(eq(channels.id, id));
		else await tx.update(channels).set({ address: chat, codeHash: null, codeEnds: null }).where(eq(channels.id, id));
		return { userId };
	});
}

/** Records that a channel's service has accepted a delivery. */
export async function recordChannelReceipt(db: Db, deliveryId: string, channelId: string, now: UtcMs): Promise<void> {
	await db.transaction(async (tx) => {
		const [updated] = await tx
			.update(channels)
			.set({ deliveredAt: now, failures: 0, failingSince: null, pausedUntil: null })
			.where(eq(channels.id, channelId))
			.returning({ id: channels.id });
		if (updated) await tx.insert(channelReceipts).values({ deliveryId, channelId }).onConflictDoNothing();
	});
}

/** Returns the pairs of delivery and channel that were already accepted. */
export function channelReceiptsOf(db: Db, deliveryIds: readonly string[]): Promise<{ deliveryId: string; channelId: string }[]> {
	return deliveryIds.length === 0
		? Promise.resolve([])
		: db
				.select()
				.from(channelReceipts)
				.where(inArray(channelReceipts.deliveryId, [...deliveryIds]));
}

/** Counts a failed attempt and returns the changed channel. */
export async function recordChannelFailure(
	db: Db,
	id: string,
	{ now, pausedUntil }: { now: UtcMs; pausedUntil: UtcMs | null },
): Promise<MessageChannel | undefined> {
	const at = new Date(now).toISOString();
	const changes = {
		failures: sql`${channels.failures} + 1`,
		failingSince: sql`coalesce(${channels.failingSince}, ${at}::timestamptz)`,
		pausedUntil,
	};
	return (await db.update(channels).set(changes).where(eq(channels.id, id)).returning(SHOWN_COLUMNS))[0];
}

export async function stopMessageChannel(db: Db, id: string, reason: string, now: UtcMs): Promise<void> {
	await db
		.update(channels)
		.set({ stoppedAt: now, stoppedWhy: reason })
		.where(and(eq(channels.id, id), isNull(channels.stoppedAt)));
}
