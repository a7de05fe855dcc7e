import type { FreezeRequest, FreezeScope, FrozenEntry } from '@sw/domain/filters/frozen';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, isNull, lte, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { favoriteTickers, frozenTickers } from '../../schema/filters.ts';
import { notifyPersonalChange } from '../notifications.ts';

/** Returns a user's frozen tickers, including expired entries until the next sweep. */
export function frozenOf(db: Db, userId: string): Promise<FrozenEntry[]> {
	const { filterId, tab, tickerId, reason, since, until } = frozenTickers;
	return db
		.select({ filterId, tab, tickerId, reason, since, until })
		.from(frozenTickers)
		.where(eq(frozenTickers.userId, userId))
		.orderBy(asc(since), asc(tickerId), asc(filterId), asc(tab));
}

const ROWS_PER_STATEMENT = 5_000;

/** Freezes tickers in each of the scopes. Tickers that are already frozen get the new reason and end. Returns the number of tickers changed. */
export function freeze(db: Db, userId: string, request: FreezeRequest): Promise<number> {
	return db.transaction(async (tx) => {
		const { scopes, tickerIds, ...entry } = request;
		const rows = scopes.flatMap(({ filterId, tab }) => tickerIds.map((tickerId) => ({ userId, filterId, tab, tickerId, ...entry })));
		const { userId: user, filterId, tab, tickerId } = frozenTickers;
		const changed = new Set<number>();
		for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
			const changedRows = await tx
				.insert(frozenTickers)
				.values(rows.slice(at, at + ROWS_PER_STATEMENT))
				.onConflictDoUpdate({
					target: [user, filterId, tab, tickerId],
					set: { reason: entry.reason, until: entry.until },
					setWhere: sql`${frozenTickers.reason} is distinct from excluded.reason or ${frozenTickers.until} is distinct from excluded.until`,
				})
				.returning({ id: tickerId });
			for (const { id } of changedRows) changed.add(id);
		}
		if (changed.size > 0) await notifyPersonalChange(tx, userId);
		return changed.size;
	});
}

/** Unfreezes tickers in one scope or, without one, everywhere. Returns the number of entries that ended. */
export function thaw(db: Db, userId: string, scope: FreezeScope | undefined, tickerIds: readonly TickerId[]): Promise<number> {
	return db.transaction(async (tx) => {
		const removed = await tx
			.delete(frozenTickers)
			.where(and(eq(frozenTickers.userId, userId), inArray(frozenTickers.tickerId, [...tickerIds]), scope && isInScope(scope)))
			.returning({ tickerId: frozenTickers.tickerId });
		if (removed.length > 0) await notifyPersonalChange(tx, userId);
		return removed.length;
	});
}

function isInScope({ filterId, tab }: FreezeScope) {
	return and(
		filterId === null ? isNull(frozenTickers.filterId) : eq(frozenTickers.filterId, filterId),
		tab === null ? isNull(frozenTickers.tab) : eq(frozenTickers.tab, tab),
	);
}

/** Removes expired entries. Readers ignore them anyway. */
export async function sweepThawed(db: Db, now: UtcMs): Promise<number> {
	const swept = await db.delete(frozenTickers).where(lte(frozenTickers.until, now)).returning({ one: sql`1` });
	return swept.length;
}

/** Returns the ids of the user's favorites, ascending. */
export async function favoritesOf(db: Db, userId: string): Promise<TickerId[]> {
	const { tickerId } = favoriteTickers;
	const rows = await db.select({ tickerId }).from(favoriteTickers).where(eq(favoriteTickers.userId, userId)).orderBy(asc(tickerId));
	return rows.map((row) => row.tickerId);
}

/**
 * Sets or toggles a favorite; returns whether the ticker is one now. A favorite set again keeps its time. Locks the user's row, so that a double click
 * toggles twice.
 */
export function switchFavorite(db: Db, userId: string, tickerId: TickerId, since: UtcMs, targetState?: boolean): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const isEntry = and(eq(favoriteTickers.userId, userId), eq(favoriteTickers.tickerId, tickerId));
		const existing = await tx.select({ tickerId: favoriteTickers.tickerId }).from(favoriteTickers).where(isEntry);
		const wasFavorite = existing.length > 0;
		const favorite = targetState ?? !wasFavorite;
		if (favorite === wasFavorite) return favorite;
		if (favorite) await tx.insert(favoriteTickers).values({ userId, tickerId, since });
		else await tx.delete(favoriteTickers).where(isEntry);
		await notifyPersonalChange(tx, userId);
		return favorite;
	});
}
