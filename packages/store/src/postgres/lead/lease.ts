import type { UtcMs } from '@sw/domain/time/units';
import { desc, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { leads } from '../schema/lead.ts';

/** Milliseconds since a lease was renewed, by the database's clock. */
export const leaseAge: SQL<number> = sql<number>`(extract(epoch from clock_timestamp() - ${leads.renewedAt}) * 1000)::float8`;

/** The last sign of life of whoever leads, or led last. */
export interface LastLease {
	/** By the database's clock. */
	readonly renewedAt: UtcMs;
	readonly age: number;
}

/** undefined where nobody has ever led. */
export const lastLease = async (db: Db): Promise<LastLease | undefined> => {
	const [found] = await db
		.select({ renewedAt: sql<UtcMs>`(extract(epoch from ${leads.renewedAt}) * 1000)::float8`, age: leaseAge })
		.from(leads)
		.orderBy(desc(leads.epoch))
		.limit(1);
	return found;
};
