import { eq, inArray, sql } from 'drizzle-orm';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';

const KEY = 'pages_forgotten';

/** The stored JSON value; undefined when the key was never set. */
export const setting = async (db: Db, key: string): Promise<unknown> =>
	(await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)))[0]?.value;

/** The keys that were ever set, with their values. */
export const settingsOf = async (db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> =>
	new Map(
		(
			await db
				.select()
				.from(settings)
				.where(inArray(settings.key, [...keys]))
		).map(({ key, value }) => [key, value]),
	);

export const saveSetting = async (db: Db, key: string, value: unknown): Promise<void> => {
	await db
		.insert(settings)
		.values({ key, value })
		.onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
};

/** Sets the key unless it already has a value; returns the value in force. */
export const settingOr = async (db: Db, key: string, value: unknown): Promise<unknown> => {
	await db.insert(settings).values({ key, value }).onConflictDoNothing();
	return setting(db, key);
};

/**
 * Replaces the stored value by the result of `change`; undefined keeps it. Concurrent changes of a key are serialised, each until the end of its
 * transaction.
 */
export const changeSetting = (db: Db, key: string, change: (value: unknown) => unknown): Promise<void> =>
	db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.settings}, hashtext(${key}))`);
		const next = change(await setting(tx, key));
		if (next !== undefined) await saveSetting(tx, key, next);
	});

export const removeSetting = async (db: Db, key: string): Promise<void> => {
	await db.delete(settings).where(eq(settings.key, key));
};

/** How often cached pages were cleared. */
export const pageGeneration = async (db: Db): Promise<number> => Number((await setting(db, KEY)) ?? 0);

/** Increments the count. */
export const invalidatePages = async (db: Db): Promise<number> => {
	const [counted] = await db
		.insert(settings)
		.values({ key: KEY, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
		.returning({ count: settings.value });
	return Number(counted?.count);
};
