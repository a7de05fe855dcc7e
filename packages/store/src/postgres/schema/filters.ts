import type { Level } from '@sw/domain/prices/level';
import { OPERATIONS, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import {
	boolean,
	check,
	index,
	integer,
	isNull,
	jsonb,
	pgTable,
	primaryKey,
	sql,
	text,
	unique,
	uniqueIndex,
	uuid,
} from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { exchangeDate, instant, tickerRef } from './columns.ts';
import { tickers } from './tickers.ts';

const TAB_NAMES = TABS.map((tab) => tab.name) as [Tab, ...Tab[]];
const STRATEGY_NAMES = STRATEGIES.map((strategy) => strategy.name) as [StrategyName, ...StrategyName[]];

function ownerColumn() {
	return uuid().references(() => users.id, { onDelete: 'cascade' });
}

/** Saved sets of conditions. A filter without an owner is a built-in one: one per tab, the default there for all users. */
export const filters = pgTable(
	'filters',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: ownerColumn(),
		tab: text({ enum: TAB_NAMES }).notNull(),
		strategy: text({ enum: STRATEGY_NAMES }).notNull(),
		name: text().notNull(),
		/** The normalized name, which must be unique among the owner's filters. */
		nameKey: text().notNull(),
		/** StoredConditions: entries (sector, timeframe by name, value), or these with groups. */
		conditions: jsonb().notNull(),
		/** null: the tab's own direction. */
		operation: text({ enum: OPERATIONS }),
		comment: text().notNull().default(''),
		/** Position among the filters with alerts; null: alerts are off. */
		feedPosition: integer(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
		/** When tab, timeframes, direction or conditions last changed. */
		conditionsAt: instant().notNull(),
		/** False in older rows that were ever edited: their conditions_at is only the time of the last edit of any kind. */
		conditionsKnown: boolean().notNull().default(true),
	},
	(t) => [
		unique('filters_name').on(t.userId, t.nameKey),
		uniqueIndex('filters_house').on(t.tab).where(isNull(t.userId)),
		index('filters_notices').on(t.userId).where(sql`${t.feedPosition} is not null`),
	],
);

/** A user's order of filters, including built-in ones. Filters missing from the order come last. */
export const filterOrders = pgTable('filter_orders', {
	userId: ownerColumn().primaryKey(),
	/** Can contain ids of deleted filters. */
	filterIds: integer().array().notNull(),
});

/** Tickers that a user has hidden: under one filter, in every list of one tab, or (without either) everywhere. */
export const frozenTickers = pgTable(
	'frozen_tickers',
	{
		userId: ownerColumn().notNull(),
		filterId: integer().references(() => filters.id, { onDelete: 'cascade' }),
		tab: text({ enum: TAB_NAMES }),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		reason: text().notNull().default(''),
		since: instant().notNull(),
		/** The first instant at which the ticker is no longer frozen; null: until the user unfreezes it. */
		until: instant(),
	},
	(t) => [
		unique('frozen_tickers_entry').on(t.userId, t.filterId, t.tab, t.tickerId).nullsNotDistinct(),
		check('frozen_tickers_place', sql`${t.filterId} is null or ${t.tab} is null`),
		index('frozen_tickers_filter').on(t.filterId),
		index('frozen_tickers_end').on(t.until).where(sql`${t.until} is not null`),
	],
);

export const favoriteTickers = pgTable(
	'favorite_tickers',
	{
		userId: ownerColumn().notNull(),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		since: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tickerId] })],
);

/** A user's last settings for the list of a tab and strategy. */
export const chartSettings = pgTable(
	'chart_settings',
	{
		userId: ownerColumn().notNull(),
		tab: text({ enum: TAB_NAMES }).notNull(),
		strategy: text({ enum: STRATEGY_NAMES }).notNull(),
		/** Sectors, market cap and mention buckets and other settings, in the contract's format. */
		settings: jsonb().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tab, t.strategy] })],
);

/** Levels that a user has drawn in the price chart of a ticker. */
export const priceLevels = pgTable(
	'price_levels',
	{
		userId: ownerColumn().notNull(),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		/** In the order of drawing. */
		levels: jsonb().$type<readonly Level[]>().notNull(),
		/** The day whose share basis their prices use. */
		basis: exchangeDate().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tickerId] })],
);

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
		/** Secret part of the URL of the shared read-only copy; stored unhashed, because its owner can display it again. null: not shared. */
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
		/** The exchange in the imported file. */
		exchange: text(),
		section: text(),
	},
	(t) => [primaryKey({ columns: [t.watchlistId, t.tickerId] }), index('watchlist_tickers_ticker').on(t.tickerId)],
);
