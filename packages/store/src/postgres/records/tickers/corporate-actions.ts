import type { Dividend, Split } from '@sw/domain/prices/ticker';
import { and, asc, eq, getTableColumns, isNull, ne, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { dividends, splits, tickers } from '../../schema/tickers.ts';

const ROWS_PER_STATEMENT = 5_000;

/** Returns the active splits of a provider's tickers, oldest first. */
export async function splitsOf(db: Db, provider: string): Promise<Split[]> {
	const rows = await db
		.select({ tickerId: splits.tickerId, date: splits.date, ratio: splits.ratio, revokedAt: splits.revokedAt })
		.from(splits)
		.innerJoin(tickers, eq(tickers.id, splits.tickerId))
		.where(sql`${tickers.provider} = ${provider} and ${isNull(splits.revokedAt)}`)
		.orderBy(asc(splits.date), asc(splits.tickerId));
	return rows.map(({ tickerId, date, ratio }) => ({ tickerId, date, ratio }));
}

/** Stores splits. A known split gets the new ratio and is active again, unless an administrator decided on it or prices contradict this ratio. */
export async function saveSplits(db: Db, source: string, rows: readonly Split[]): Promise<void> {
	for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
		await db
			.insert(splits)
			.values(rows.slice(at, at + ROWS_PER_STATEMENT).map((split) => ({ ...split, source })))
			.onConflictDoUpdate({
				target: [splits.tickerId, splits.date],
				set: { ratio: sql`excluded.ratio`, source, revokedAt: null },
				setWhere: sql`${splits.source} <> ${ADMINISTRATOR} and (${splits.source} <> ${PRICES} or ${splits.ratio} <> excluded.ratio)`,
			});
	}
}

/** Returns the cash dividends of a provider's tickers, oldest first. */
export function dividendsOf(db: Db, provider: string): Promise<Dividend[]> {
	return db
		.select({ tickerId: dividends.tickerId, exDate: dividends.exDate, amount: dividends.amount })
		.from(dividends)
		.innerJoin(tickers, eq(tickers.id, dividends.tickerId))
		.where(eq(tickers.provider, provider))
		.orderBy(asc(dividends.exDate), asc(dividends.tickerId));
}

/** Stores dividends. A known dividend of the same ticker and ex-date gets the new amount, unless an administrator has entered it. */
export async function saveDividends(db: Db, source: string, rows: readonly Dividend[]): Promise<void> {
	for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
		await db
			.insert(dividends)
			.values(rows.slice(at, at + ROWS_PER_STATEMENT).map((dividend) => ({ ...dividend, source })))
			.onConflictDoUpdate({
				target: [dividends.tickerId, dividends.exDate],
				set: { amount: sql`excluded.amount`, source },
				setWhere: ne(dividends.source, ADMINISTRATOR),
			});
	}
}

/** Stores an administrator's dividend, which no import and no vendor changes. Returns whether anything changed. */
export async function decideDividend(db: Db, dividend: Dividend): Promise<boolean> {
	const changed = await db
		.insert(dividends)
		.values({ ...dividend, source: ADMINISTRATOR })
		.onConflictDoUpdate({
			target: [dividends.tickerId, dividends.exDate],
			set: { amount: dividend.amount, source: ADMINISTRATOR },
			setWhere: ne(dividends.amount, dividend.amount),
		})
		.returning({ exDate: dividends.exDate });
	return changed.length > 0;
}

/** Source of splits and dividends entered by an administrator, which no import and no vendor changes. */
export const ADMINISTRATOR = 'administrator';
/** Source of splits that were revoked because the prices contradict them. */
export const PRICES = 'prices';

export type SplitRecord = typeof splits.$inferSelect;

/** Returns all splits ever stored for a provider's tickers, including revoked ones, oldest first. */
export function splitLedger(db: Db, provider: string): Promise<SplitRecord[]> {
	return db
		.select(getTableColumns(splits))
		.from(splits)
		.innerJoin(tickers, eq(tickers.id, splits.tickerId))
		.where(eq(tickers.provider, provider))
		.orderBy(asc(splits.date), asc(splits.tickerId));
}

/**
 * Stores an administrator's decision: the split is active with this ratio or, with null, never happened. A ratio of 1 means that the price jump of
 * that date was genuine. Returns whether anything changed.
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

/** Revokes a split that prices contradict; later vendor data with the same ratio don't change that. False for an inactive split or an administrator's. */
export async function revokeContradictedSplit(db: Db, { tickerId, date }: Omit<Split, 'ratio'>): Promise<boolean> {
	const changed = await db
		.update(splits)
		.set({ source: PRICES, revokedAt: sql`now()` })
		.where(and(eq(splits.tickerId, tickerId), eq(splits.date, date), isNull(splits.revokedAt), ne(splits.source, ADMINISTRATOR)))
		.returning({ date: splits.date });
	return changed.length > 0;
}
