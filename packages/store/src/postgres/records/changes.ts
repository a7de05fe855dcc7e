import { like, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';

/** Kinds of records that processes cache and read again when another process has changed them. */
export const CACHED_RECORDS = ['market', 'parameters', 'timetable', 'calendar'] as const;
export type CachedRecords = (typeof CACHED_RECORDS)[number];

/** Channel notified when a change commits, with the kind of the changed records. */
export const CHANGE_CHANNEL = 'change';
/** Channel notified when the market has advanced, its clock or filings have changed, a user views a page, or filings of a ticker are requested. */
export const MARKET_CHANNEL = 'market';

const KEY_PREFIX = 'changes:';

/** Increments the change count, notifies every process on commit, and returns the count. A process that misses the notification sees the new count later. */
export async function notifyChange(tx: Db, kind: CachedRecords): Promise<number> {
	const [row] = await tx
		.insert(settings)
		.values({ key: KEY_PREFIX + kind, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
		.returning({ count: settings.value });
	await tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${kind})`);
	return Number(row?.count);
}

/** Returns the change counts by kind; kinds that never changed are absent. */
export async function readChangeCounts(db: Db): Promise<Partial<Record<CachedRecords, number>>> {
	const rows = await db
		.select()
		.from(settings)
		.where(like(settings.key, `${KEY_PREFIX}%`));
	return Object.fromEntries(rows.map(({ key, value }) => [key.slice(KEY_PREFIX.length), Number(value)]));
}

/** Prefix of the id of a ticker whose filings are requested. */
export const FILINGS_REQUESTED = 'wanted ';

export async function notifyMarket(
	db: Db,
	event: 'slot' | 'clock' | 'looked' | 'filings' | `${typeof FILINGS_REQUESTED}${number}`,
): Promise<void> {
	await db.execute(sql`select pg_notify(${MARKET_CHANNEL}, ${event})`);
}
