import type { Split } from '@sw/domain/prices/ticker';
import { and, asc, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { splits, tickers } from '../../schema/tickers.ts';

/** Source of splits decided by an administrator, which no import or vendor changes. */
export const ADMINISTRATOR = 'administrator';
/** Source of splits that were revoked because the prices contradict them. */
export const PRICES = 'prices';

export type SplitRecord = typeof splits.$inferSelect;

/** Every split ever recorded for a provider's tickers, including revoked ones, oldest first. */
export function splitLedger(db: Db, provider: string): Promise<SplitRecord[]> {
	return db
		.select(getTableColumns(splits))
		.from(splits)
		.innerJoin(tickers, eq(tickers.id, splits.tickerId))
		.where(eq(tickers.provider, provider))
		.orderBy(asc(splits.date), asc(splits.tickerId));
}

/**
 * Applies an administrator's decision: the split is in force with this ratio, or (null) it never happened. It stays on record. A ratio of 1 means that
 * the jump of that date was genuine. Returns whether anything changed.
 */
export async function decideSplit(db: Db, { tickerId, date, ratio }: Omit<Split, 'ratio'> & { ratio: number | null }): Promise<boolean> {
	const revokedAt = ratio === null ? sql`now()` : null;
	const changed = await db
		.insert(splits)
		.values({ tickerId, date, ratio: ratio ?? 1, source: ADMINISTRATOR, revokedAt })
		.onConflictDoUpdate({
			target: [splits.tickerId, splits.date],
			set: { source: ADMINISTRATOR, revokedAt, ...(ratio === null ? {} : { ratio }) },
			setWhere: ratio === null ? sql`${splits.revokedAt} is null` : sql`${splits.revokedAt} is not null or ${splits.ratio} <> ${ratio}`,
		})
		.returning({ date: splits.date });
	return changed.length > 0;
}

/** Revokes a split that the prices contradict; it stays revoked if reported again with the same ratio. False if not in force, or an administrator's. */
export async function contradictSplit(db: Db, { tickerId, date }: Omit<Split, 'ratio'>): Promise<boolean> {
	const changed = await db
		.update(splits)
		.set({ source: PRICES, revokedAt: sql`now()` })
		.where(and(eq(splits.tickerId, tickerId), eq(splits.date, date), isNull(splits.revokedAt), ne(splits.source, ADMINISTRATOR)))
		.returning({ date: splits.date });
	return changed.length > 0;
}
