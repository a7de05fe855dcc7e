import type { BatchDaySum } from '@sw/domain/prices/batch';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { and, eq, inArray, like, type PgColumn, type PgTable, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { alertFirings, tickerAlerts } from '../../schema/alerts.ts';
import { batches, batchSums } from '../../schema/batches.ts';
import { issuers } from '../../schema/filings.ts';
import { favoriteTickers, frozenTickers, priceLevels, watchlistTickers } from '../../schema/filters.ts';
import { imports } from '../../schema/operations.ts';
import { decisions, scriptParams, searchTasks } from '../../schema/research.ts';
import { dividends, splits, symbolHistory, tickers } from '../../schema/tickers.ts';
import { notifyChange } from '../changes.ts';
import { notifyPersonalChange } from '../notifications.ts';
import { sealTickers } from '../record-seals.ts';

/** Appended to the provider of a removed ticker, so that readers no longer find the ticker. Its id is never reused, because old reports contain it. */
const REMOVED_SUFFIX = '#removed';

export interface RemovedTicker {
	/** Number of rows of market data. */
	readonly rows: number;
	readonly splits: number;
	readonly dividends: number;
	/** Numbers of users' entries. */
	readonly favorites: number;
	readonly frozen: number;
	readonly levels: number;
}

/**
 * Removes a ticker with its splits, dividends, engine parameters, former symbols and users' entries; undefined if the provider has no such ticker.
 * Searches of this ticker fail. `sums`, all its visible rows by batch, are subtracted from the ledger; an import without other rows can be imported
 * again. To be called in a transaction.
 */
export async function removeTicker(
	db: Db,
	provider: string,
	tickerId: TickerId,
	sums: readonly BatchDaySum[],
	date: ExchangeDate,
): Promise<RemovedTicker | undefined> {
	const [ticker] = await db
		.update(tickers)
		// Delisted, so that another ticker can have the symbol.
		.set({ provider: provider + REMOVED_SUFFIX, delisted: sql`coalesce(${tickers.delisted}, ${date})` })
		.where(and(eq(tickers.id, tickerId), eq(tickers.provider, provider)))
		.returning({ id: tickers.id });
	if (!ticker) return undefined;
	for (const sealedProvider of [provider, provider + REMOVED_SUFFIX]) await sealTickers(db, sealedProvider, [tickerId]);
	const removeRows = async (table: PgTable, column: PgColumn): Promise<number> =>
		(await db.delete(table).where(eq(column, tickerId)).returning({ one: sql`1` })).length;
	const userTables = [favoriteTickers, frozenTickers, priceLevels] as const;
	const users = new Set<string>();
	const entryCounts: number[] = [];
	for (const table of userTables) {
		const removed = await db.delete(table).where(eq(table.tickerId, tickerId)).returning({ userId: table.userId });
		for (const { userId } of removed) users.add(userId);
		entryCounts.push(removed.length);
	}
	for (const userId of users) await notifyPersonalChange(db, userId);
	await removeRows(alertFirings, alertFirings.tickerId);
	await removeRows(tickerAlerts, tickerAlerts.tickerId);
	await removeRows(decisions, decisions.tickerId);
	await removeRows(issuers, issuers.tickerId);
	await removeRows(watchlistTickers, watchlistTickers.tickerId);
	await removeRows(symbolHistory, symbolHistory.tickerId);
	if ((await removeRows(scriptParams, scriptParams.tickerId)) > 0) await notifyChange(db, 'parameters');
	await db
		.update(searchTasks)
		.set({ state: 'failed', note: 'Its ticker was removed by an administrator.' })
		.where(sql`${searchTasks.question} -> 'ticker' = to_jsonb(${tickerId}::int)`);
	const [favorites = 0, frozen = 0, levels = 0] = entryCounts;
	const removedCounts = {
		rows: await subtractFromBatches(db, sums),
		splits: await removeRows(splits, splits.tickerId),
		dividends: await removeRows(dividends, dividends.tickerId),
	};
	return { ...removedCounts, favorites, frozen, levels };
}

/** Returns the ids of removed tickers. */
export async function removedTickers(db: Db): Promise<number[]> {
	const rows = await db
		.select({ id: tickers.id })
		.from(tickers)
		.where(like(tickers.provider, `%${REMOVED_SUFFIX}`));
	return rows.map(({ id }) => id);
}

/** Subtracts rows from the ledger; a batch that has no rows any more is undone. Returns the number of rows. */
async function subtractFromBatches(db: Db, sums: readonly BatchDaySum[]): Promise<number> {
	let total = 0;
	const changed = new Map<number, number>();
	for (const { batch, table, day, rows, sum } of sums) {
		await db
			.update(batchSums)
			.set({ rows: sql`${batchSums.rows} - ${rows}`, sum: sql`(${batchSums.sum} - ${sum} + 4294967296) % 4294967296` })
			.where(and(eq(batchSums.batch, batch), eq(batchSums.table, table), eq(batchSums.day, day)));
		const dataRows = table === 'mention_spans' ? 0 : rows;
		changed.set(batch, (changed.get(batch) ?? 0) + dataRows);
		total += dataRows;
	}
	const ids = [...changed.keys()];
	if (ids.length === 0) return 0;
	await db.delete(batchSums).where(and(inArray(batchSums.batch, ids), eq(batchSums.rows, 0)));
	const emptyBatches: number[] = [];
	for (const [id, rows] of changed) {
		const [remaining] = await db
			.update(batches)
			.set({ rows: sql`greatest(${batches.rows} - ${rows}, 0)` })
			.where(eq(batches.id, id))
			.returning({ rows: batches.rows });
		if (remaining?.rows === 0) emptyBatches.push(id);
	}
	if (emptyBatches.length > 0) {
		await db.delete(batchSums).where(inArray(batchSums.batch, emptyBatches));
		await db
			.update(batches)
			.set({ state: 'aborted', note: sql`${batches.note} || ' (ticker removed)'` })
			.where(inArray(batches.id, emptyBatches));
		await db
			.update(imports)
			.set({ state: 'failed', rows: 0, note: 'Its ticker was removed by an administrator.' })
			.where(inArray(imports.batchId, emptyBatches));
	}
	return total;
}

/** Tables with entries of a ticker, and the columns that, with the ticker, identify an entry. */
const ENTRY_TABLES = [
	{ table: 'splits', key: ['date'] },
	{ table: 'dividends', key: ['ex_date'] },
	{ table: 'favorite_tickers', key: ['user_id'] },
	{ table: 'frozen_tickers', key: ['user_id', 'filter_id', 'tab'] },
	{ table: 'price_levels', key: ['user_id'] },
	{ table: 'ticker_alerts', key: ['id'] },
	{ table: 'watchlist_tickers', key: ['watchlist_id'] },
	{ table: 'alert_firings', key: ['alert_id', 'occasion'] },
	{ table: 'decisions', key: ['id'] },
	{ table: 'issuers', key: ['since'] },
	{ table: 'script_params', key: ['timeframes', 'ticker_type', 'algo'] },
	{ table: 'search_parts', key: ['task_id', 'time'] },
] as const;

/** Columns with lists of ticker ids. */
const ID_LIST_COLUMNS = [
	{ table: 'messages', column: 'entered' },
	{ table: 'messages', column: '"left"' },
	{ table: 'messages', column: 'told' },
	{ table: 'session_members', column: 'ticker_ids' },
] as const;

/**
 * Moves splits, dividends, engine parameters, searches, users' entries and messages from one ticker to another. An entry that the other ticker already has
 * is kept instead. To be called in a transaction.
 */
export async function moveTickerRecords(db: Db, sourceId: TickerId, targetId: TickerId): Promise<void> {
	const users = new Set<string>();
	for (const { table, key } of ENTRY_TABLES) {
		const keyCondition = key.map((column) => `kept.${column} is not distinct from moved.${column}`).join(' and ');
		const isPersonal = (key as readonly string[]).includes('user_id');
		const { rows, rowCount } = await db.execute<{ user_id?: string }>(sql`
			update ${sql.raw(table)} as moved set ticker_id = ${targetId}
			where ticker_id = ${sourceId} and not exists (select 1 from ${sql.raw(table)} as kept where kept.ticker_id = ${targetId} and ${sql.raw(keyCondition)})
			${sql.raw(isPersonal ? 'returning moved.user_id' : '')}`);
		for (const { user_id } of rows) if (user_id !== undefined) users.add(user_id);
		if (table === 'script_params' && (rowCount ?? 0) > 0) await notifyChange(db, 'parameters');
	}
	await db.execute(sql`
		update search_tasks set question = jsonb_set(question, '{ticker}', to_jsonb(${targetId}::int)) where question -> 'ticker' = to_jsonb(${sourceId}::int)`);
	await db.execute(sql`update ticker_alerts set last_ticker_id = ${targetId} where last_ticker_id = ${sourceId}`);
	for (const { table, column } of ID_LIST_COLUMNS)
		await db.execute(sql`
			update ${sql.raw(table)} set ${sql.raw(column)} = array_replace(${sql.raw(column)}, ${sourceId}, ${targetId}) where ${sourceId} = any(${sql.raw(column)})`);
	for (const user of users) await notifyPersonalChange(db, user);
}
