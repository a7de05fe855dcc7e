import type { Announcement, AnnouncementStatus } from '@sw/domain/inbox/announcement';
import type { DeliverableMessage, FilterAlert, Message, MessageKind, MessageSearch } from '@sw/domain/inbox/message';
import type { Licence } from '@sw/domain/reports/licence';
import type { UtcMs } from '@sw/domain/time/units';
import { and, count, desc, eq, getTableColumns, gt, ilike, isNotNull, isNull, lt, or, type SQL, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { announcements, messages } from '../../schema/inbox.ts';
import { recordRows } from '../record-rows.ts';
import { notifyInboxes } from './inbox-notification.ts';

type Row = typeof messages.$inferSelect;

export function messageOf(row: Row): Message {
	const { id, kind, subject, createdAt, readAt } = row;
	const common = { id, kind, subject, createdAt, readAt };
	if (kind !== 'filter') return { ...common, notice: null, written: row.content as NonNullable<Message['written']> };
	const alert = {
		...(row.content as FilterAlert),
		filterId: row.filterId,
		report: { time: row.reportTime, version: row.reportVersion },
		since: { time: row.sinceTime, version: row.sinceVersion },
		entered: row.entered,
		left: row.left,
		sent: row.told,
	};
	return { ...common, notice: alert as FilterAlert, written: null };
}

/** Returns one page of an account's messages, newest first, and how many match. */
export async function listMessages(
	db: Db,
	userId: string,
	{ kind, unread, filter, q, tickerId }: MessageSearch,
	{ skip, max, now }: { skip: number; max: number; now: UtcMs },
): Promise<{ items: Message[]; total: number }> {
	const where = and(
		isVisible(userId, now),
		kind && eq(messages.kind, kind),
		unread === undefined ? undefined : unread ? isNull(messages.readAt) : isNotNull(messages.readAt),
		filter === undefined ? undefined : eq(messages.filterId, filter),
		q === undefined ? undefined : tickerId === undefined ? containsText(q) : or(containsText(q), mentionsTicker(tickerId)),
	);
	const [rows, [countRow]] = await Promise.all([
		db.select().from(messages).where(where).orderBy(desc(messages.createdAt), desc(messages.id)).offset(skip).limit(max),
		db.select({ total: count() }).from(messages).where(where),
	]);
	return { items: rows.map(messageOf), total: countRow?.total ?? 0 };
}

function mentionsTicker(tickerId: number): SQL {
	return sql`(${tickerId} = any(${messages.entered}) or ${tickerId} = any(${messages.left}))`;
}

function containsText(q: string): SQL | undefined {
	const pattern = `%${q.replaceAll(/[\\%_]/g, '\\$&')}%`;
	return or(ilike(messages.subject, pattern), sql`${messages.content} ->> 'text' ilike ${pattern}`);
}

/** Returns the condition for messages visible to their owner: not deleted, and not of an announcement that has ended. */
function isVisible(userId: string, now: UtcMs) {
	return and(
		eq(messages.userId, userId),
		isNull(messages.deletedAt),
		sql`not exists (select from ${announcements} a where a.id = ${messages.announcementId} and a.ends_at <= ${new Date(now).toISOString()})`,
	);
}

export async function unreadMessages(db: Db, userId: string, now: UtcMs): Promise<number> {
	const [countRow] = await db
		.select({ unread: count() })
		.from(messages)
		.where(and(isVisible(userId, now), isNull(messages.readAt)));
	return countRow?.unread ?? 0;
}

export async function messageById(db: Db, userId: string, id: number, now: UtcMs): Promise<Message | undefined> {
	const [row] = await db
		.select()
		.from(messages)
		.where(and(isVisible(userId, now), eq(messages.id, id)));
	return row && messageOf(row);
}

/** Changes a message; `deleted: false` restores one that was deleted after `since`. Undefined if the account has no such message. */
export async function changeMessage(
	db: Db,
	userId: string,
	id: number,
	{ read, deleted }: { read?: boolean | undefined; deleted?: boolean | undefined },
	{ now, since }: { now: UtcMs; since: UtcMs },
): Promise<Message | undefined> {
	const isPresent = deleted === undefined ? isNull(messages.deletedAt) : or(isNull(messages.deletedAt), gt(messages.deletedAt, since));
	const [row] = await db
		.update(messages)
		.set({
			// Keeps the time when it was first read.
			readAt:
				read === undefined ? sql`${messages.readAt}` : read ? sql`coalesce(${messages.readAt}, ${new Date(now).toISOString()})` : null,
			deletedAt: deleted === undefined ? sql`${messages.deletedAt}` : deleted ? now : null,
		})
		.where(and(eq(messages.userId, userId), eq(messages.id, id), isPresent))
		.returning();
	return row && messageOf(row);
}

/** Marks unread messages as read, optionally of one kind only; returns their number. */
export async function readMessages(db: Db, userId: string, kind: MessageKind | undefined, now: UtcMs): Promise<number> {
	const updated = await db
		.update(messages)
		.set({ readAt: now })
		.where(and(isVisible(userId, now), isNull(messages.readAt), kind && eq(messages.kind, kind)))
		.returning({ id: messages.id });
	return updated.length;
}

/** Adds the current announcements for this licence to an inbox, each once. */
export async function addAnnouncements(db: Db, userId: string, licence: Licence | null, now: UtcMs): Promise<void> {
	await db.execute(sql`
		insert into ${messages} (user_id, kind, key, subject, content, announcement_id, created_at)
		select ${userId}, 'house', 'announcement ' || a.id, a.subject, jsonb_build_object('text', a.text, 'link', null), a.id, a.created_at
		from ${announcements} a
		where a.ends_at > ${new Date(now).toISOString()} and a.audience in ('everybody', ${licence ?? 'everybody'})
		on conflict do nothing`);
}

export interface AddressedMessage {
	readonly userId: string;
	readonly message: DeliverableMessage;
}

/** Adds messages to inboxes. Skips deleted accounts, and messages whose key the account already has. */
export async function sendMessages(db: Db, outgoing: readonly AddressedMessage[], now: UtcMs): Promise<void> {
	if (outgoing.length === 0) return;
	const rows = outgoing.map(({ userId, message: { kind, subject, key, text, link } }) => ({
		userId,
		kind,
		subject,
		key,
		content: { text, link },
	}));
	const { rows: written } = await db.execute<{ user_id: string }>(sql`
		insert into ${messages} (user_id, kind, key, subject, content, created_at)
		select users.id, row.kind, row.key, row.subject, row.content, ${new Date(now).toISOString()}::timestamptz
		from ${recordRows(rows, '"userId" uuid, kind text, key text, subject text, content jsonb')}
		join users on users.id = row."userId"
		on conflict do nothing
		returning user_id`);
	await notifyInboxes(db, [...new Set(written.map((row) => row.user_id))]);
}

/**
 * Removes messages created before `createdBefore` or deleted before `deletedBefore`. Deleted announcements are kept, because they would otherwise be added
 * again.
 */
export async function sweepMessages(
	db: Db,
	{ createdBefore, deletedBefore }: { createdBefore: UtcMs; deletedBefore: UtcMs },
): Promise<void> {
	await db
		.delete(messages)
		.where(or(lt(messages.createdAt, createdBefore), and(lt(messages.deletedAt, deletedBefore), isNull(messages.announcementId))));
}

export async function addAnnouncement(db: Db, announcement: Omit<Announcement, 'id'>): Promise<Announcement> {
	const [added] = await db.insert(announcements).values(announcement).returning();
	return added as Announcement;
}

/** Returns one page of announcements, newest first, each with the numbers of accounts that received and read it. */
export async function listAnnouncements(db: Db, skip: number, max: number): Promise<{ items: AnnouncementStatus[]; total: number }> {
	const announcementMessages = sql`from ${messages} m where m.announcement_id = ${announcements.id}`;
	const [items, [countRow]] = await Promise.all([
		db
			.select({
				...getTableColumns(announcements),
				shown: sql<number>`(select count(*)::int ${announcementMessages})`,
				read: sql<number>`(select count(*)::int ${announcementMessages} and m.read_at is not null)`,
			})
			.from(announcements)
			.orderBy(desc(announcements.createdAt), desc(announcements.id))
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(announcements),
	]);
	return { items, total: countRow?.total ?? 0 };
}

/** Removes an announcement with its messages. Undefined if there is none. */
export async function removeAnnouncement(db: Db, id: number): Promise<Announcement | undefined> {
	return (await db.delete(announcements).where(eq(announcements.id, id)).returning())[0];
}

export async function sweepAnnouncements(db: Db, before: UtcMs): Promise<void> {
	await db.delete(announcements).where(lt(announcements.endsAt, before));
}
