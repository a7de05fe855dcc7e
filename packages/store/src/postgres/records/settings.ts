import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { eq, inArray, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';

const PAGE_GENERATION_KEY = 'pages_forgotten';

/** Returns the stored JSON value; undefined if the key was never set. */
export async function setting(db: Db, key: string): Promise<unknown> {
	return (await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)))[0]?.value;
}

/** Returns the keys that have been set, with their values. */
export async function settingsOf(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
	return new Map(
		(
			await db
				.select()
				.from(settings)
				.where(inArray(settings.key, [...keys]))
		).map(({ key, value }) => [key, value]),
	);
}

export async function saveSetting(db: Db, key: string, value: unknown): Promise<void> {
	await db
		.insert(settings)
		.values({ key, value })
		.onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
}

/** Sets the key unless it already has a value; returns the stored value. */
export async function ensureSetting(db: Db, key: string, value: unknown): Promise<unknown> {
	await db.insert(settings).values({ key, value }).onConflictDoNothing();
	return setting(db, key);
}

/** Replaces the stored value by the result of `change`; undefined keeps it. Concurrent changes of a key wait for each other's transactions. */
export function changeSetting(db: Db, key: string, change: (value: unknown) => unknown): Promise<void> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.settings}, hashtext(${key}))`);
		const next = change(await setting(tx, key));
		if (next !== undefined) await saveSetting(tx, key, next);
	});
}

export async function removeSetting(db: Db, key: string): Promise<void> {
	await db.delete(settings).where(eq(settings.key, key));
}

/** Returns the generation of cached pages: how often they were invalidated. */
export async function pageGeneration(db: Db): Promise<number> {
	return Number((await setting(db, PAGE_GENERATION_KEY)) ?? 0);
}

/** Increments the generation and returns it. */
export async function invalidatePages(db: Db): Promise<number> {
	const [row] = await db
		.insert(settings)
		.values({ key: PAGE_GENERATION_KEY, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
		.returning({ count: settings.value });
	return Number(row?.count);
}
