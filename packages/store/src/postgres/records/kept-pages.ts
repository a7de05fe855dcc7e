import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';
import { setting } from './settings.ts';

const KEY = 'pages_forgotten';

/** How often cached pages were cleared. */
export const timesForgotten = async (db: Db): Promise<number> => Number((await setting(db, KEY)) ?? 0);

/** Increments the count. */
export const forgetPages = async (db: Db): Promise<number> => {
	const [counted] = await db
		.insert(settings)
		.values({ key: KEY, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
		.returning({ count: settings.value });
	return Number(counted?.count);
};
