import type { Freezing, FrozenEntry, FrozenPlace } from '@sw/domain/filters/frozen';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { frozenTickers } from '../../schema/filters.ts';
import { notifyPersonalChange } from '../personal-notification.ts';

/** A user's frozen tickers, including expired entries until the next sweep. */
export function frozenOf(db: Db, userId: string): Promise<FrozenEntry[]> {
	const { filterId, tab, tickerId, reason, since, until } = frozenTickers;
	return db
		.select({ filterId, tab, tickerId, reason, since, until })
		.from(frozenTickers)
		.where(eq(frozenTickers.userId, userId))
		.orderBy(asc(since), asc(tickerId), asc(filterId), asc(tab));
}

const ROWS_PER_STATEMENT = 5_000;

/** Freezes tickers in each of the places. Already frozen ones get the new reason and end. */
export function freeze(db: Db, userId: string, freezing: Freezing): Promise<number> {
	return db.transaction(async (tx) => {
		const { places, tickerIds, ...entry } = freezing;
		const rows = places.flatMap(({ filterId, tab }) => tickerIds.map((tickerId) => ({ userId, filterId, tab, tickerId, ...entry })));
		const { userId: user, filterId, tab, tickerId } = frozenTickers;
		const changed = new Set<number>();
		for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
			const written = await tx
				.insert(frozenTickers)
				.values(rows.slice(at, at + ROWS_PER_STATEMENT))
				.onConflictDoUpdate({
					target: [user, filterId, tab, tickerId],
					set: { reason: entry.reason, until: entry.until },
					setWhere: sql`${frozenTickers.reason} is distinct from excluded.reason or ${frozenTickers.until} is distinct from excluded.until`,
				})
				.returning({ id: tickerId });
			for (const { id } of written) changed.add(id);
		}
		if (changed.size > 0) await notifyPersonalChange(tx, userId);
		return changed.size;
	});
}

/** Unfreezes tickers in one place or, without one, everywhere; returns how many entries ended. */
export function thaw(db: Db, userId: string, place: FrozenPlace | undefined, tickerIds: readonly TickerId[]): Promise<number> {
	return db.transaction(async (tx) => {
		const ended = await tx
			.delete(frozenTickers)
			.where(and(eq(frozenTickers.userId, userId), inArray(frozenTickers.tickerId, [...tickerIds]), place && standsAt(place)))
			.returning({ tickerId: frozenTickers.tickerId });
		if (ended.length > 0) await notifyPersonalChange(tx, userId);
		return ended.length;
	});
}

function standsAt({ filterId, tab }: FrozenPlace) {
	return and(
		filterId === null ? isNull(frozenTickers.filterId) : eq(frozenTickers.filterId, filterId),
		tab === null ? isNull(frozenTickers.tab) : eq(frozenTickers.tab, tab),
	);
}

/** Removes expired entries, which readers ignore anyway. */
export async function sweepThawed(db: Db, now: UtcMs): Promise<number> {
	const swept = await db.delete(frozenTickers).where(lte(frozenTickers.until, now)).returning({ one: sql`1` });
	return swept.length;
}
