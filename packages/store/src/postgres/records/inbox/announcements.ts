import type { Announcement, AnnouncementStatus } from '@sw/domain/inbox/announcement';
import type { UtcMs } from '@sw/domain/time/units';
import { count, desc, eq, getTableColumns, lt, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { announcements, messages } from '../../schema/inbox.ts';

export async function addAnnouncement(db: Db, announcement: Omit<Announcement, 'id'>): Promise<Announcement> {
	const [added] = await db.insert(announcements).values(announcement).returning();
	return added as Announcement;
}

/** One page, newest first, each with the number of accounts that have received it and that have read it. */
export async function listAnnouncements(db: Db, skip: number, max: number): Promise<{ items: AnnouncementStatus[]; total: number }> {
	const about = sql`from ${messages} m where m.announcement_id = ${announcements.id}`;
	const [items, [counted]] = await Promise.all([
		db
			.select({
				...getTableColumns(announcements),
				shown: sql<number>`(select count(*)::int ${about})`,
				read: sql<number>`(select count(*)::int ${about} and m.read_at is not null)`,
			})
			.from(announcements)
			.orderBy(desc(announcements.createdAt), desc(announcements.id))
			.offset(skip)
			.limit(max),
		db.select({ total: count() }).from(announcements),
	]);
	return { items, total: counted?.total ?? 0 };
}

/** Removes its messages, too. Undefined where there is none. */
export async function removeAnnouncement(db: Db, id: number): Promise<Announcement | undefined> {
	return (await db.delete(announcements).where(eq(announcements.id, id)).returning())[0];
}

export async function sweepAnnouncements(db: Db, before: UtcMs): Promise<void> {
	await db.delete(announcements).where(lt(announcements.endsAt, before));
}
