import { sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';

/** Channel notified when messages were written, with the account's id; '*': all accounts. */
export const INBOX_CHANNEL = 'inbox';
export const ALL_ACCOUNTS = '*';

export async function notifyInbox(db: Db, userId: string | null): Promise<void> {
	await db.execute(sql`select pg_notify(${INBOX_CHANNEL}, ${userId ?? ALL_ACCOUNTS})`);
}

export async function notifyInboxes(db: Db, userIds: readonly string[]): Promise<void> {
	if (userIds.length === 0) return;
	await db.execute(sql`select pg_notify(${INBOX_CHANNEL}, id) from unnest(${sql.param([...userIds])}::text[]) as id`);
}
