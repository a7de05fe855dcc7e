import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { favoriteTickers } from '../../schema/filters.ts';
import { notifyPersonalChange } from '../personal-notification.ts';

/** Ids of the user's favourites, ascending. */
export async function favoritesOf(db: Db, userId: string): Promise<TickerId[]> {
	const { tickerId } = favoriteTickers;
	const rows = await db.select({ tickerId }).from(favoriteTickers).where(eq(favoriteTickers.userId, userId)).orderBy(asc(tickerId));
	return rows.map((row) => row.tickerId);
}

/**
 * Sets or toggles a favourite; true when it is one now. The user's row is locked, so that a double click toggles twice; a favourite that is already set
 * keeps its time.
 */
export function switchFavorite(db: Db, userId: string, tickerId: TickerId, since: UtcMs, wanted?: boolean): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const isIt = and(eq(favoriteTickers.userId, userId), eq(favoriteTickers.tickerId, tickerId));
		const before = await tx.select({ tickerId: favoriteTickers.tickerId }).from(favoriteTickers).where(isIt);
		const was = before.length > 0;
		const favorite = wanted ?? !was;
		if (favorite === was) return favorite;
		if (favorite) await tx.insert(favoriteTickers).values({ userId, tickerId, since });
		else await tx.delete(favoriteTickers).where(isIt);
		await notifyPersonalChange(tx, userId);
		return favorite;
	});
}
