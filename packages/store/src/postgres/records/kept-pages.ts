import { sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';
import { setting } from './settings.ts';

/** Told when kept pages are to be forgotten: how often that has been so. */
export const PAGES_CHANNEL = 'pages';
const KEY = 'pages_forgotten';

export const countedForgettings = async (db: Db): Promise<number> => Number((await setting(db, KEY)) ?? 0);

/** Counts one more and tells every process of it. */
export const forgetPages = (db: Db): Promise<number> =>
	db.transaction(async (tx) => {
		const [counted] = await tx
			.insert(settings)
			.values({ key: KEY, value: 1 })
			.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
			.returning({ count: settings.value });
		const count = Number(counted?.count);
		await tx.execute(sql`select pg_notify(${PAGES_CHANNEL}, ${String(count)})`);
		return count;
	});
