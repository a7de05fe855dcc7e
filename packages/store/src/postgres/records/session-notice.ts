import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';

/** Told in the transaction that changes or removes a user or a session: the id of either. */
export const SESSION_CHANNEL = 'sessions';

export const tellSessions = async (db: Db, ids: readonly string[]): Promise<void> => {
	await db.execute(sql`select pg_notify(${SESSION_CHANNEL}, id) from unnest(${sql.param([...ids])}::text[]) as id`);
};

export const tellSession = async (db: Db, id: string): Promise<void> => {
	await db.execute(sql`select pg_notify(${SESSION_CHANNEL}, ${id})`);
};
