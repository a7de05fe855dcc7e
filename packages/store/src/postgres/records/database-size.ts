import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';

/** Size on disk of all records, in bytes. */
export async function databaseSize(db: Db): Promise<number> {
	const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`);
	return Number(rows[0]?.bytes ?? 0);
}
