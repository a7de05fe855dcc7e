import type { UtcMs } from '@sw/domain/time/units';
import type { Fence } from '../lead/fence.ts';
import { eq, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { marketClock } from '../schema/operations.ts';

/** Returns the saved time of the provider's market clock; undefined if it never ran. */
export async function readMarketClock(db: Db, provider: string): Promise<UtcMs | undefined> {
	const [row] = await db.select({ at: marketClock.marketMs }).from(marketClock).where(eq(marketClock.provider, provider));
	return row?.at;
}

/** Saves the time of the market clock. Throws StoreError lead_lost, because a process that was suspended would set the clock back. */
export function saveMarketClock(db: Db, provider: string, marketMs: UtcMs, fence: Fence): Promise<void> {
	return db.transaction(async (tx) => {
		await fence.holdLead(tx);
		await tx
			.insert(marketClock)
			.values({ provider, marketMs })
			.onConflictDoUpdate({ target: marketClock.provider, set: { marketMs, updatedAt: sql`now()` } });
	});
}

/** Returns the saved time, and its age in milliseconds by the database's clock. */
export async function readMarketClockWithAge(db: Db, provider: string): Promise<{ at: UtcMs; ageMs: number } | undefined> {
	const [row] = await db
		.select({
			at: marketClock.marketMs,
			ageMs: sql<number>`(extract(epoch from clock_timestamp() - ${marketClock.updatedAt}) * 1000)::float8`,
		})
		.from(marketClock)
		.where(eq(marketClock.provider, provider));
	return row;
}
