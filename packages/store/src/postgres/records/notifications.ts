import { sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';

/** Channel notified with a user's id when the user's list data or breadth subscriptions change; '*' (all users): a built-in filter has changed. */
export const PERSONAL_CHANNEL = 'personal';
export const ALL_USERS = '*';

export async function notifyPersonalChange(db: Db, userId: string | null): Promise<void> {
	await db.execute(sql`select pg_notify(${PERSONAL_CHANNEL}, ${userId ?? ALL_USERS})`);
}

/** Channel notified with the id of a user or session, in the transaction that changes or removes that user or session. */
export const SESSION_CHANNEL = 'sessions';

export async function notifySessionChanges(db: Db, ids: readonly string[]): Promise<void> {
	await db.execute(sql`select pg_notify(${SESSION_CHANNEL}, id) from unnest(${sql.param([...ids])}::text[]) as id`);
}

export async function notifySessionChange(db: Db, id: string): Promise<void> {
	await db.execute(sql`select pg_notify(${SESSION_CHANNEL}, ${id})`);
}

const ENDED_PREFIX = 'ended ';

/** Notifies that a session has ended, not only changed, so that its open connections are closed. */
export async function notifySessionEnd(db: Db, id: string): Promise<void> {
	await notifySessionChange(db, ENDED_PREFIX + id);
}

/** Parses a notification: the id of a user or session, and whether that session has ended. */
export function readSessionNotification(text: string): { id: string; ended: boolean } {
	const ended = text.startsWith(ENDED_PREFIX);
	return { id: ended ? text.slice(ENDED_PREFIX.length) : text, ended };
}
