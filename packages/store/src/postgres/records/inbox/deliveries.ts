import type { Channel } from '@sw/domain/inbox/delivery';
import type {
	ClaimedDelivery,
	DeliveryOutcome,
	DeliverySearch,
	DeliveryStatus,
	OutgoingDelivery,
	OutgoingMessage,
} from '@sw/domain/inbox/outgoing';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, desc, eq, gte, ilike, inArray, isNotNull, isNull, lt, lte, ne, or, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { filters } from '../../schema/filters.ts';
import { deliveries, deliverySettings, messages, stoppedChannels } from '../../schema/inbox.ts';
import { settingsOf, wantsMail } from './delivery-settings.ts';
import { messageOf } from './messages.ts';

export interface CurrentTimes {
	readonly now: UtcMs;
	/** By the market clock. */
	readonly marketNow: UtcMs;
}

/** Returns the channels with due deliveries. */
export async function dueChannels(db: Db, times: CurrentTimes): Promise<Channel[]> {
	return (await db.selectDistinct({ channel: deliveries.channel }).from(deliveries).where(isDue(times))).map(({ channel }) => channel);
}

function isDue({ now, marketNow }: CurrentTimes) {
	return and(
		eq(deliveries.state, 'waiting'),
		lte(deliveries.dueAt, now),
		or(isNull(deliveries.marketDue), lte(deliveries.marketDue, marketNow)),
	);
}

/**
 * Claims due deliveries, the longest overdue first. No other process gets them before `until`; after that, deliveries of a dead process are due again.
 * Skips rows that another process is claiming.
 */
export function claimDueDeliveries(
	db: Db,
	channel: Channel,
	{ until, limit, ...times }: CurrentTimes & { until: UtcMs; limit: number },
): Promise<ClaimedDelivery[]> {
	const due = db.$with('due').as(
		db
			.select({ id: deliveries.id })
			.from(deliveries)
			.where(and(eq(deliveries.channel, channel), isDue(times)))
			.orderBy(asc(deliveries.dueAt), asc(deliveries.id))
			.limit(limit)
			.for('update', { skipLocked: true }),
	);
	return db
		.with(due)
		.update(deliveries)
		.set({ dueAt: until, attempts: sql`${deliveries.attempts} + 1` })
		.where(inArray(deliveries.id, sql`(select id from ${due})`))
		.returning({
			id: deliveries.id,
			userId: deliveries.userId,
			channel: deliveries.channel,
			messageIds: deliveries.messageIds,
			attempts: deliveries.attempts,
			createdAt: deliveries.createdAt,
		});
}

/** Returns the claimed deliveries with accounts, settings and messages, except those of deleted accounts. */
export async function outgoingOf(db: Db, claimed: readonly ClaimedDelivery[]): Promise<OutgoingDelivery[]> {
	const owners = [...new Set(claimed.map(({ userId }) => userId))];
	const ids = [...new Set(claimed.flatMap(({ messageIds }) => messageIds))];
	if (owners.length === 0) return [];
	const [accounts, stops, rows] = await Promise.all([
		db
			.select({ user: users, row: deliverySettings, mail: wantsMail })
			.from(users)
			.leftJoin(deliverySettings, eq(deliverySettings.userId, users.id))
			.where(inArray(users.id, owners)),
		db.select().from(stoppedChannels).where(inArray(stoppedChannels.userId, owners)),
		ids.length === 0
			? []
			: db
					.select({ message: messages, alertPosition: filters.feedPosition })
					.from(messages)
					.leftJoin(filters, and(eq(filters.id, messages.filterId), eq(filters.userId, messages.userId)))
					.where(inArray(messages.id, ids))
					.orderBy(desc(messages.createdAt), desc(messages.id)),
	]);
	const accountsByOwner = new Map(accounts.map((account) => [account.user.id, account]));
	return claimed.flatMap((delivery): OutgoingDelivery[] => {
		const owner = accountsByOwner.get(delivery.userId);
		if (!owner) return [];
		const { email, status, role, license, licenseExpires } = owner.user;
		const messageIdSet = new Set(delivery.messageIds);
		return [
			{
				...delivery,
				account: { email, status, role, license, licenseExpires },
				settings: settingsOf(owner.row, owner.mail),
				stopped: stops.find(({ userId, channel }) => userId === delivery.userId && channel === delivery.channel)?.why ?? null,
				messages: rows
					.filter(({ message }) => messageIdSet.has(message.id) && message.userId === delivery.userId)
					.map(
						({ message, alertPosition }): OutgoingMessage => ({
							...messageOf(message),
							isDeleted: message.deletedAt !== null,
							isUnwatched: message.kind === 'filter' && alertPosition === null,
						}),
					),
			},
		];
	});
}

/** Records the result of an attempt, unless the delivery has already ended. */
export async function recordDeliveryOutcome(db: Db, id: string, change: DeliveryOutcome): Promise<void> {
	await db
		.update(deliveries)
		.set(change.state === 'delivered' ? { ...change, reason: null } : change)
		.where(and(eq(deliveries.id, id), eq(deliveries.state, 'waiting')));
}

/** Stops a channel of an account and drops its waiting deliveries. False if it was already stopped. */
export function stopChannel(db: Db, userId: string, channel: Channel, reason: string, now: UtcMs): Promise<boolean> {
	return db.transaction(async (tx) => {
		const { rowCount } = await tx.execute(sql`
			insert into ${stoppedChannels} (user_id, channel, why, since)
			select id, ${channel}, ${reason}, ${new Date(now).toISOString()}::timestamptz from ${users} where id = ${userId}
			on conflict do nothing`);
		await tx
			.update(deliveries)
			.set({ state: 'dropped', reason: `The channel is stopped: ${reason}` })
			.where(and(eq(deliveries.userId, userId), eq(deliveries.channel, channel), eq(deliveries.state, 'waiting')));
		return (rowCount ?? 0) > 0;
	});
}

/** Switches an account's stopped channel on again. */
export async function restartChannel(db: Db, userId: string, channel: Channel): Promise<void> {
	await db.delete(stoppedChannels).where(and(eq(stoppedChannels.userId, userId), eq(stoppedChannels.channel, channel)));
}

const SHOWN_COLUMNS = {
	id: deliveries.id,
	email: users.email,
	channel: deliveries.channel,
	state: deliveries.state,
	messages: sql<number>`cardinality(${deliveries.messageIds})`,
	attempts: deliveries.attempts,
	reason: deliveries.reason,
	dueAt: deliveries.dueAt,
	createdAt: deliveries.createdAt,
	deliveredAt: deliveries.deliveredAt,
};

export async function deliveryById(db: Db, id: string): Promise<DeliveryStatus | undefined> {
	return (
		await db.select(SHOWN_COLUMNS).from(deliveries).innerJoin(users, eq(users.id, deliveries.userId)).where(eq(deliveries.id, id))
	)[0];
}

/** Queues a failed or dropped delivery again and counts one attempt; false for other deliveries. */
export async function deliverAgain(db: Db, id: string, now: UtcMs): Promise<boolean> {
	const rows = await db
		.update(deliveries)
		.set({ state: 'waiting', dueAt: now, marketDue: null, attempts: 1, reason: null })
		.where(and(eq(deliveries.id, id), inArray(deliveries.state, ['failed', 'dropped'])))
		.returning({ id: deliveries.id });
	return rows.length === 1;
}

/** Returns one page of deliveries, newest first, and how many match. */
export async function listDeliveries(
	db: Db,
	{ state, channel, q }: DeliverySearch,
	skip: number,
	max: number,
): Promise<{ items: DeliveryStatus[]; total: number }> {
	const where = and(
		state && eq(deliveries.state, state),
		channel && eq(deliveries.channel, channel),
		q === undefined ? undefined : ilike(users.email, `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`),
	);
	const [items, [countRow]] = await Promise.all([
		db
			.select(SHOWN_COLUMNS)
			.from(deliveries)
			.innerJoin(users, eq(users.id, deliveries.userId))
			.where(where)
			.orderBy(desc(deliveries.createdAt), desc(deliveries.id))
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(deliveries).innerJoin(users, eq(users.id, deliveries.userId)).where(where),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Counts by channel and state: all waiting deliveries, and finished ones created since an instant. */
export function deliveryCounts(db: Db, since: UtcMs) {
	return db
		.select({ channel: deliveries.channel, state: deliveries.state, count: count() })
		.from(deliveries)
		.where(or(eq(deliveries.state, 'waiting'), gte(deliveries.createdAt, since)))
		.groupBy(deliveries.channel, deliveries.state);
}

/** Returns since when the longest overdue delivery has been due; null if none is due. */
export async function longestOverdueSince(db: Db, times: CurrentTimes): Promise<UtcMs | null> {
	return (
		(await db.select({ dueAt: deliveries.dueAt }).from(deliveries).where(isDue(times)).orderBy(asc(deliveries.dueAt)).limit(1))[0]?.dueAt ??
		null
	);
}

/** Returns the channels that were stopped after failures, newest first, and their number. */
export async function listStopped(db: Db, max: number) {
	const { channel, why, since } = stoppedChannels;
	const [items, [countRow]] = await Promise.all([
		db
			.select({ email: users.email, channel, why, since })
			.from(stoppedChannels)
			.innerJoin(users, eq(users.id, stoppedChannels.userId))
			.orderBy(desc(since), asc(users.email))
			.limit(max),
		db.select({ total: count() }).from(stoppedChannels),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Removes finished deliveries created before an instant: `deliveredCutoff` for delivered ones, `finishedCutoff` for all finished ones. */
export async function sweepDeliveries(
	db: Db,
	{ deliveredCutoff, finishedCutoff }: { deliveredCutoff: UtcMs; finishedCutoff: UtcMs },
): Promise<void> {
	await db
		.delete(deliveries)
		.where(
			or(
				and(eq(deliveries.state, 'delivered'), isNotNull(deliveries.deliveredAt), lt(deliveries.createdAt, deliveredCutoff)),
				and(ne(deliveries.state, 'waiting'), lt(deliveries.createdAt, finishedCutoff)),
			),
		);
}
