import type { UtcMs } from '@sw/domain/time/units';
import { eq, lte, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { attempts } from '../../schema/accounts.ts';

export interface Attempts {
	count: number;
	endsAt: UtcMs;
}

/** Counts one attempt for the key and returns the total. After the end of a window, counting restarts. */
export async function countAttempt(db: Db, key: string, windowMs: number, now: UtcMs): Promise<Attempts> {
	const [result] = await countAttempts(db, [{ key, increment: 1 }], windowMs, now);
	return result as Attempts;
}

/** Like countAttempt for many keys, each with its own increment. */
export async function countAttempts(
	db: Db,
	increments: readonly { key: string; increment: number }[],
	windowMs: number,
	now: UtcMs,
): Promise<({ key: string } & Attempts)[]> {
	const nowSql = sql`${new Date(now).toISOString()}::timestamptz`;
	const endsAt = (now + windowMs) as UtcMs;
	return (
		db
			.insert(attempts)
			// Always in the same order, to avoid deadlocks with other processes.
			.values(increments.map(({ key, increment }) => ({ key, count: increment, endsAt })).sort((a, b) => (a.key < b.key ? -1 : 1)))
			.onConflictDoUpdate({
				target: attempts.key,
				set: {
					count: sql`case when ${attempts.endsAt} <= ${nowSql} then excluded.count else ${attempts.count} + excluded.count end`,
					endsAt: sql`case when ${attempts.endsAt} <= ${nowSql} then excluded.ends_at else ${attempts.endsAt} end`,
				},
			})
			.returning({ key: attempts.key, count: attempts.count, endsAt: attempts.endsAt })
	);
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
	await db.delete(attempts).where(eq(attempts.key, key));
}

export async function sweepAttempts(db: Db, now: UtcMs): Promise<void> {
	await db.delete(attempts).where(lte(attempts.endsAt, now));
}
