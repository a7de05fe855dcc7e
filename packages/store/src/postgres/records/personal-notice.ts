import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';

/** Told in the transaction that changes what a user sees of lists, or asks to be told of breadths: the user's id, or EVERYBODY when the house changed a filter. */
export const PERSONAL_CHANNEL = 'personal';
export const EVERYBODY = '*';

export const tellPersonal = async (db: Db, userId: string | null): Promise<void> => {
	await db.execute(sql`select pg_notify(${PERSONAL_CHANNEL}, ${userId ?? EVERYBODY})`);
};
