import type { UtcMs } from '@sw/domain/time/units';
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { leads } from '../schema/lead.ts';

/** Milliseconds since a lease was renewed, on the database's clock. */
export const leaseAge: SQL<number> = sql<number>`(extract(epoch from clock_timestamp() - ${leads.renewedAt}) * 1000)::float8`;

/** The last renewal by the current leader, or by the last one. */
export interface LastLease {
	/** On the database's clock. */
	readonly renewedAt: UtcMs;
	readonly age: number;
}

/** undefined if there has never been a leader. */
export async function lastLease(db: Db): Promise<LastLease | undefined> {
	const [found] = await db
		.select({ renewedAt: sql<UtcMs>`(extract(epoch from ${leads.renewedAt}) * 1000)::float8`, age: leaseAge })
		.from(leads)
		.orderBy(desc(leads.epoch))
		.limit(1);
	return found;
}
