import type { Freezing, FrozenEntry } from '@sw/domain/filters/frozen';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { frozenTickers } from '../schema/filters.ts';
import { tellPersonal } from './personal-notice.ts';

/** What a user froze. Entries whose end is past are still here until the next sweep. */
export const frozenOf = (db: Db, userId: string): Promise<FrozenEntry[]> => {
	const { filterId, tickerId, reason, since, until } = frozenTickers;
	return db
		.select({ filterId, tickerId, reason, since, until })
		.from(frozenTickers)
		.where(eq(frozenTickers.userId, userId))
		.orderBy(asc(since), asc(tickerId), asc(filterId));
};

const ROWS_PER_STATEMENT = 5_000;

/** Freezes tickers under each of the filters, or everywhere for null. What is frozen already takes the new reason and end. */
export const freeze = (db: Db, userId: string, given: Freezing): Promise<void> =>
	db.transaction(async (tx) => {
		const { filterIds, tickerIds, ...entry } = given;
		const rows = filterIds.flatMap((filterId) => tickerIds.map((tickerId) => ({ userId, filterId, tickerId, ...entry })));
		const { userId: user, filterId, tickerId } = frozenTickers;
		for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
			await tx
				.insert(frozenTickers)
				.values(rows.slice(at, at + ROWS_PER_STATEMENT))
				.onConflictDoUpdate({ target: [user, filterId, tickerId], set: { reason: entry.reason, until: entry.until } });
		await tellPersonal(tx, userId);
	});

/** Thaws tickers under one filter, or (without one) wherever they are frozen; returns how many entries ended. */
export const thaw = (db: Db, userId: string, filterId: number | undefined, tickerIds: readonly TickerId[]): Promise<number> =>
	db.transaction(async (tx) => {
		const ended = await tx
			.delete(frozenTickers)
			.where(
				and(
					eq(frozenTickers.userId, userId),
					inArray(frozenTickers.tickerId, [...tickerIds]),
					filterId === undefined ? undefined : eq(frozenTickers.filterId, filterId),
				),
			)
			.returning({ tickerId: frozenTickers.tickerId });
		if (ended.length > 0) await tellPersonal(tx, userId);
		return ended.length;
	});

/** Removes entries that have thawed by themselves; readers do not count them anyway. */
export const sweepThawed = async (db: Db, now: UtcMs): Promise<number> => {
	const swept = await db.delete(frozenTickers).where(lte(frozenTickers.until, now)).returning({ one: sql`1` });
	return swept.length;
};
