import type { TickerId } from '@sw/domain/time/units';
import { sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { notifyChange } from '../changes.ts';
import { notifyPersonalChange } from '../personal-notification.ts';

/** What belongs to a ticker, by the columns that make an entry of it the only one. */
const OWNED = [
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

/** Lists of tickers: in filter alerts, and of sessions. */
const LISTS = [
	{ table: 'messages', column: 'entered' },
	{ table: 'messages', column: '"left"' },
	{ table: 'messages', column: 'told' },
	{ table: 'session_members', column: 'ticker_ids' },
] as const;

/**
 * In a transaction: splits, dividends, engine parameters and what users noted, searched or were notified of one ticker are those of another from its end
 * on. Where the other has its own, that stays.
 */
export async function moveTickerRecords(db: Db, from: TickerId, to: TickerId): Promise<void> {
	const users = new Set<string>();
	for (const { table, key } of OWNED) {
		const same = key.map((column) => `kept.${column} is not distinct from moved.${column}`).join(' and ');
		const isPersonal = (key as readonly string[]).includes('user_id');
		const { rows, rowCount } = await db.execute<{ user_id?: string }>(sql`
			update ${sql.raw(table)} as moved set ticker_id = ${to}
			where ticker_id = ${from} and not exists (select 1 from ${sql.raw(table)} as kept where kept.ticker_id = ${to} and ${sql.raw(same)})
			${sql.raw(isPersonal ? 'returning moved.user_id' : '')}`);
		for (const { user_id } of rows) if (user_id !== undefined) users.add(user_id);
		if (table === 'script_params' && (rowCount ?? 0) > 0) await notifyChange(db, 'parameters');
	}
	await db.execute(sql`
		update search_tasks set question = jsonb_set(question, '{ticker}', to_jsonb(${to}::int)) where question -> 'ticker' = to_jsonb(${from}::int)`);
	await db.execute(sql`update ticker_alerts set last_ticker_id = ${to} where last_ticker_id = ${from}`);
	for (const { table, column } of LISTS)
		await db.execute(sql`
			update ${sql.raw(table)} set ${sql.raw(column)} = array_replace(${sql.raw(column)}, ${from}, ${to}) where ${from} = any(${sql.raw(column)})`);
	for (const user of users) await notifyPersonalChange(db, user);
}
