import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { doublePrecision, index, pgTable, primaryKey, sql, text, uniqueIndex } from '../orm/drizzle.ts';
import { exchangeDate, instant, tickerRef } from './columns.ts';

export const tickers = pgTable(
	'tickers',
	{
		id: tickerRef().primaryKey(),
		provider: text().notNull(),
		symbol: text().notNull(),
		name: text().notNull(),
		type: text({ enum: TICKER_TYPES }).notNull(),
		industry: text(),
		shares: doublePrecision(),
		listed: exchangeDate(),
		delisted: exchangeDate(),
		/** TradingView's name, such as 'NASDAQ' or 'AMEX'. */
		exchange: text(),
	},
	// After a delisting, another company can use the symbol.
	(t) => [uniqueIndex('tickers_symbol').on(t.provider, t.symbol).where(sql`${t.delisted} is null`)],
);

/** Past and present symbols of a ticker; `until` is the first date of the next one. */
export const symbolHistory = pgTable(
	'symbol_history',
	{
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		symbol: text().notNull(),
		since: exchangeDate().notNull(),
		until: exchangeDate(),
	},
	(t) => [primaryKey({ columns: [t.tickerId, t.since] }), index('symbol_history_symbol').on(t.symbol)],
);

/** The tickers of a vendor's session, each with the symbol it had then, chosen by what was known before the session ended. */
export const sessionMembers = pgTable(
	'session_members',
	{
		provider: text().notNull(),
		date: exchangeDate().notNull(),
		tickerIds: tickerRef().array().notNull(),
		symbols: text().array().notNull(),
	},
	(t) => [primaryKey({ columns: [t.provider, t.date] })],
);

/** Splits are applied when bars are read, never to the stored bars. Revoked ones are kept. */
export const splits = pgTable(
	'splits',
	{
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		date: exchangeDate().notNull(),
		ratio: doublePrecision().notNull(),
		source: text().notNull(),
		recordedAt: instant().notNull().default(sql`now()`),
		revokedAt: instant(),
	},
	(t) => [primaryKey({ columns: [t.tickerId, t.date] })],
);

export const dividends = pgTable(
	'dividends',
	{
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		exDate: exchangeDate().notNull(),
		amount: doublePrecision().notNull(),
		source: text().notNull(),
	},
	(t) => [primaryKey({ columns: [t.tickerId, t.exDate] })],
);
