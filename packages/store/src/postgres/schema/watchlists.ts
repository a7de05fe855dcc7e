import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant, tickerRef } from './columns.ts';
import { tickers } from './tickers.ts';

/** Named lists of tickers, in their owner's order. */
export const watchlists = pgTable(
	'watchlists',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		name: text().notNull(),
		position: integer().notNull(),
		/** Secret part of the address of the read-only copy, which its owner copies again and again; null: not shared. */
		token: text().unique('watchlists_token'),
		createdAt: instant().notNull(),
	},
	(t) => [unique('watchlists_name').on(t.userId, t.name)],
);

export const watchlistTickers = pgTable(
	'watchlist_tickers',
	{
		watchlistId: integer()
			.notNull()
			.references(() => watchlists.id, { onDelete: 'cascade' }),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		position: integer().notNull(),
		/** As the imported file named it. */
		exchange: text(),
		section: text(),
	},
	(t) => [primaryKey({ columns: [t.watchlistId, t.tickerId] }), index('watchlist_tickers_ticker').on(t.tickerId)],
);
