import type { TickerId, UtcMs } from '@sw/domain/time/units';
import type { Watchlist, WatchlistEntry } from '@sw/domain/watchlists/watchlist';
import { and, asc, count, eq, max, type SQL, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { tickerAlerts } from '../../schema/alerts.ts';
import { watchlists, watchlistTickers } from '../../schema/filters.ts';
import { writeUnlessTaken } from '../record-rows.ts';

const SHOWN_COLUMNS = {
	id: watchlists.id,
	name: watchlists.name,
	count: sql<number>`(select count(*)::int from ${watchlistTickers} t where t.watchlist_id = ${watchlists.id})`,
	token: watchlists.token,
	createdAt: watchlists.createdAt,
};

/** Returns an account's watchlists, in its order. */
export function watchlistsOf(db: Db, userId: string): Promise<Watchlist[]> {
	return db
		.select(SHOWN_COLUMNS)
		.from(watchlists)
		.where(eq(watchlists.userId, userId))
		.orderBy(asc(watchlists.position), asc(watchlists.id));
}

/** Returns undefined if the account has no such watchlist. */
export async function watchlistOf(db: Db, userId: string, id: number): Promise<Watchlist | undefined> {
	return (await db.select(SHOWN_COLUMNS).from(watchlists).where(isOwn(userId, id)))[0];
}

export async function sharedWatchlist(db: Db, token: string): Promise<Watchlist | undefined> {
	return (await db.select(SHOWN_COLUMNS).from(watchlists).where(eq(watchlists.token, token)))[0];
}

function isOwn(userId: string, id: number): SQL | undefined {
	return and(eq(watchlists.userId, userId), eq(watchlists.id, id));
}

export function watchlistEntries(db: Db, id: number): Promise<WatchlistEntry[]> {
	const { tickerId, exchange, section, position } = watchlistTickers;
	return db
		.select({ tickerId, exchange, section })
		.from(watchlistTickers)
		.where(eq(watchlistTickers.watchlistId, id))
		.orderBy(asc(position), asc(tickerId));
}

/** Returns the tickers of an account's watchlist; undefined if it has no such watchlist. */
export async function watchlistTickerIds(db: Db, userId: string, id: number): Promise<TickerId[] | undefined> {
	return (await watchlistOf(db, userId, id)) && (await watchlistEntries(db, id)).map(({ tickerId }) => tickerId);
}

/** Returns the new id; 'taken' if the account has another watchlist of that name, 'full' if the limit is reached. */
export function addWatchlist(
	db: Db,
	userId: string,
	{ name, entries }: { name: string; entries: readonly WatchlistEntry[] },
	{ maxWatchlists, now }: { maxWatchlists: number; now: UtcMs },
): Promise<number | 'taken' | 'full'> {
	return writeUnlessTaken<number | 'full'>(db, async (tx) => {
		// Locked, so that concurrent requests can't exceed the limit.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const [totals] = await tx
			.select({ count: count(), last: max(watchlists.position) })
			.from(watchlists)
			.where(eq(watchlists.userId, userId));
		if ((totals?.count ?? 0) >= maxWatchlists) return 'full';
		const [added] = await tx
			.insert(watchlists)
			.values({ userId, name, position: (totals?.last ?? 0) + 1, createdAt: now })
			.returning({ id: watchlists.id });
		const id = added?.id as number;
		await setEntries(tx, id, entries);
		return id;
	});
}

export interface WatchlistChange {
	readonly name?: string | undefined;
	readonly token?: string | null | undefined;
	/** Replaces all entries. */
	readonly entries?: readonly WatchlistEntry[] | undefined;
}

/** Changes the given parts; false if the account has no such watchlist, 'taken' if another one has the name. */
export function changeWatchlist(db: Db, userId: string, id: number, { name, token, entries }: WatchlistChange): Promise<boolean | 'taken'> {
	return writeUnlessTaken(db, async (tx) => {
		const [watchlist] = await tx.select({ id: watchlists.id }).from(watchlists).where(isOwn(userId, id)).for('update');
		if (!watchlist) return false;
		const set = { ...(name === undefined ? {} : { name }), ...(token === undefined ? {} : { token }) };
		if (Object.keys(set).length > 0) await tx.update(watchlists).set(set).where(eq(watchlists.id, id));
		if (entries) await setEntries(tx, id, entries);
		return true;
	});
}

async function setEntries(db: Db, watchlistId: number, entries: readonly WatchlistEntry[]): Promise<void> {
	await db.delete(watchlistTickers).where(eq(watchlistTickers.watchlistId, watchlistId));
	if (entries.length > 0) await db.insert(watchlistTickers).values(entries.map((entry, position) => ({ ...entry, watchlistId, position })));
}

/** Removes a watchlist. Alerts on it keep its name and stop; they are locked in the order of their ids, as when they fire. */
export function removeWatchlist(db: Db, userId: string, id: number): Promise<boolean> {
	return db.transaction(async (tx) => {
		const [watchlist] = await tx.select({ name: watchlists.name }).from(watchlists).where(isOwn(userId, id)).for('update');
		if (!watchlist) return false;
		const usesWatchlist = eq(tickerAlerts.watchlistId, id);
		await tx.select({ id: tickerAlerts.id }).from(tickerAlerts).where(usesWatchlist).orderBy(asc(tickerAlerts.id)).for('update');
		await tx.update(tickerAlerts).set({ watchlistName: watchlist.name }).where(usesWatchlist);
		await tx.delete(watchlists).where(eq(watchlists.id, id));
		return true;
	});
}

/** Sets the order of the account's watchlists. Watchlists missing from `ids` follow. */
export async function orderWatchlists(db: Db, userId: string, ids: readonly number[]): Promise<void> {
	const place = sql`coalesce(array_position(${sql.param([...ids])}::int[], ${watchlists.id}), ${ids.length} + ${watchlists.position})`;
	await db.update(watchlists).set({ position: place }).where(eq(watchlists.userId, userId));
}
