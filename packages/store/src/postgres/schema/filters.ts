import type { Level } from '@sw/domain/prices/level';
import { OPERATIONS, TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import { isNull, sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { exchangeDay, instant, tickerRef } from './columns.ts';
import { tickers } from './tickers.ts';

const TAB_NAMES = TABS.map((tab) => tab.name) as [Tab, ...Tab[]];
const STRATEGY_NAMES = STRATEGIES.map((strategy) => strategy.name) as [StrategyName, ...StrategyName[]];

const owner = () => uuid().references(() => users.id, { onDelete: 'cascade' });

/** Saved condition sets. Without an owner a filter is the house's: one for each tab, everybody's default there. */
export const filters = pgTable(
	'filters',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: owner(),
		tab: text({ enum: TAB_NAMES }).notNull(),
		strategy: text({ enum: STRATEGY_NAMES }).notNull(),
		name: text().notNull(),
		/** The name as it must differ from the owner's other names. */
		nameKey: text().notNull(),
		/** Conditions, each with sector, timeframe by name and value. */
		conditions: jsonb().notNull(),
		/** null: the tab's own direction. */
		operation: text({ enum: OPERATIONS }),
		comment: text().notNull().default(''),
		/** Place among the filters whose notices are on; null: off. */
		feedPosition: integer(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
		/** When tab, timeframes, direction or conditions last changed. */
		conditionsAt: instant().notNull(),
		/** False in rows that were changed before this was kept: conditions_at is the change then. */
		conditionsKnown: boolean().notNull().default(true),
	},
	(t) => [
		unique('filters_name').on(t.userId, t.nameKey),
		uniqueIndex('filters_house').on(t.tab).where(isNull(t.userId)),
		index('filters_notices').on(t.userId).where(sql`${t.feedPosition} is not null`),
	],
);

/** In which order a user has put the filters, those of the house among them; whichever is not named follows. */
export const filterOrders = pgTable('filter_orders', {
	userId: owner().primaryKey(),
	/** May name filters that are gone. */
	filterIds: integer().array().notNull(),
});

/** Tickers that a user does not want to see: under one filter, in every list of one tab, or (without either) everywhere. */
export const frozenTickers = pgTable(
	'frozen_tickers',
	{
		userId: owner().notNull(),
		filterId: integer().references(() => filters.id, { onDelete: 'cascade' }),
		tab: text({ enum: TAB_NAMES }),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		reason: text().notNull().default(''),
		since: instant().notNull(),
		/** The first instant at which it is thawed again; null: until somebody thaws it. */
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
		userId: owner().notNull(),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		since: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tickerId] })],
);

/** How a user left the list of a tab and strategy. */
export const chartSettings = pgTable(
	'chart_settings',
	{
		userId: owner().notNull(),
		tab: text({ enum: TAB_NAMES }).notNull(),
		strategy: text({ enum: STRATEGY_NAMES }).notNull(),
		/** Sorted sectors, buckets of capitalisation and mentions, in the contract's own shape. */
		settings: jsonb().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tab, t.strategy] })],
);

/** What a user has drawn into the price chart of a ticker. */
export const priceLevels = pgTable(
	'price_levels',
	{
		userId: owner().notNull(),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		/** In the order in which they were drawn. */
		levels: jsonb().$type<readonly Level[]>().notNull(),
		/** Their prices stand on the share basis of this day. */
		basis: exchangeDay().notNull(),
		updatedAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.tickerId] })],
);
