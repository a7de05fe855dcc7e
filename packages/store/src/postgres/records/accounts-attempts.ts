import type { UtcMs } from '@sw/domain/time/units';
import { eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { attempts } from '../schema/accounts.ts';

export interface Attempts {
	count: number;
	endsAt: UtcMs;
}

/** Counts one more try under the key and says how many there are now; a window that has ended starts again. */
export const countAttempt = async (db: Db, key: string, windowMs: number, now: UtcMs): Promise<Attempts> => {
	const at = sql`${new Date(now).toISOString()}::timestamptz`;
	const endsAt = sql`${new Date(now + windowMs).toISOString()}::timestamptz`;
	const [counted] = await db
		.insert(attempts)
		.values({ key, count: 1, endsAt: (now + windowMs) as UtcMs })
		.onConflictDoUpdate({
			target: attempts.key,
			set: {
				count: sql`case when ${attempts.endsAt} <= ${at} then 1 else ${attempts.count} + 1 end`,
				endsAt: sql`case when ${attempts.endsAt} <= ${at} then ${endsAt} else ${attempts.endsAt} end`,
			},
		})
		.returning({ count: attempts.count, endsAt: attempts.endsAt });
	return counted as Attempts;
};

export const forgetAttempts = async (db: Db, key: string): Promise<void> => {
	await db.delete(attempts).where(eq(attempts.key, key));
};

export const sweepAttempts = async (db: Db, now: UtcMs): Promise<void> => {
	await db.delete(attempts).where(lte(attempts.endsAt, now));
};
