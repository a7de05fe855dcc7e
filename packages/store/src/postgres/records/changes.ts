import { like, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { settings } from '../schema/operations.ts';

/** What processes keep in memory of the records, and read again when one of them has changed it. */
export const KEPT_RECORDS = ['market', 'parameters', 'timetable', 'calendar'] as const;
export type KeptRecords = (typeof KEPT_RECORDS)[number];

/** Told with the transaction that changes them: which. */
export const CHANGE_CHANNEL = 'change';
/** Told whenever the market went on or what is known of its clock has changed, and when somebody looks at it. */
export const MARKET_CHANNEL = 'market';

const PREFIX = 'changes:';

/** Counts a change and tells every process when the transaction is committed; who does not hear of it finds another number. Answers that. */
export const tellChange = async (tx: Db, what: KeptRecords): Promise<number> => {
	const [counted] = await tx
		.insert(settings)
		.values({ key: PREFIX + what, value: 1 })
		.onConflictDoUpdate({ target: settings.key, set: { value: sql`to_jsonb((${settings.value})::int8 + 1)`, updatedAt: sql`now()` } })
		.returning({ count: settings.value });
	await tx.execute(sql`select pg_notify(${CHANGE_CHANNEL}, ${what})`);
	return Number(counted?.count);
};

/** How often each has been changed; those that never were are absent. */
export const countedChanges = async (db: Db): Promise<Partial<Record<KeptRecords, number>>> => {
	const rows = await db
		.select()
		.from(settings)
		.where(like(settings.key, `${PREFIX}%`));
	return Object.fromEntries(rows.map(({ key, value }) => [key.slice(PREFIX.length), Number(value)]));
};

export const tellMarket = async (db: Db, what: 'slot' | 'clock' | 'looked'): Promise<void> => {
	await db.execute(sql`select pg_notify(${MARKET_CHANNEL}, ${what})`);
};
