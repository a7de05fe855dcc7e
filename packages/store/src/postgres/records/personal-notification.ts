import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';

/** Notified when a user's list data or breadth subscriptions change, with the user's id; '*' (all users): a built-in filter has changed. */
export const PERSONAL_CHANNEL = 'personal';
export const EVERYBODY = '*';

export async function notifyPersonalChange(db: Db, userId: string | null): Promise<void> {
	await db.execute(sql`select pg_notify(${PERSONAL_CHANNEL}, ${userId ?? EVERYBODY})`);
}
