import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { ALGOS } from '@sw/domain/reports/licence';
import { DECISIONS } from '@sw/domain/research/decision';
import { SEARCH_STATES } from '@sw/domain/research/search-task';
import { OPERATIONS } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName } from '@sw/domain/time/timeframe';
import {
	bigint,
	bigserial,
	boolean,
	doublePrecision,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	real,
	serial,
	smallint,
	sql,
	text,
	unique,
	uuid,
} from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { instant, tickerRef } from './columns.ts';
import { filters } from './filters.ts';
import { tickers } from './tickers.ts';

/** An account's searches of past reports. Deleting the account deletes them. */
export const searchTasks = pgTable(
	'search_tasks',
	{
		id: serial().primaryKey(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		name: text().notNull(),
		/** A SearchQuestion. */
		question: jsonb().notNull(),
		state: text({ enum: SEARCH_STATES }).notNull().default('waiting'),
		/** Incremented whenever the question changes or the task restarts: results of an older run are discarded. */
		run: integer().notNull().default(1),
		/** Fraction of the searched dates that is done, 0 to 1. */
		progress: real().notNull().default(0),
		/** Reports up to this time have been searched, and their closed episodes tallied. */
		scannedUntil: instant(),
		/** Last position of the chain when the reports were read. Later positions are not included. */
		readSeq: integer().notNull().default(0),
		/** Why it failed; otherwise empty. */
		note: text().notNull().default(''),
		/** Walk-forward evidence at the main horizon; null until the search has ended. */
		evidence: jsonb(),
		createdAt: instant().notNull(),
		updatedAt: instant().notNull(),
		finishedAt: instant(),
	},
	(t) => [index('search_tasks_user').on(t.userId)],
);

/** Statistics of the closed episodes of a search at one horizon. */
export const searchTallies = pgTable(
	'search_tallies',
	{
		taskId: integer()
			.notNull()
			.references(() => searchTasks.id, { onDelete: 'cascade' }),
		horizon: integer().notNull(),
		/** A Tally. */
		tally: jsonb().notNull(),
	},
	(t) => [primaryKey({ columns: [t.taskId, t.horizon] })],
);

/** Occurrences (episodes) of a search. Arrays have one element per horizon of the question. */
export const searchParts = pgTable(
	'search_parts',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		taskId: integer()
			.notNull()
			.references(() => searchTasks.id, { onDelete: 'cascade' }),
		tickerId: tickerRef().notNull(),
		/** The report's time. */
		time: instant().notNull(),
		/** Start of the slot of its entry. */
		entry: instant().notNull(),
		/** Packed words of the three rated timeframes, as signed integers with the same bits. */
		words: integer().array().notNull(),
		/** Bit k: sector k is deep in a rated timeframe. */
		lit: smallint().notNull(),
		rate: smallint().notNull(),
		/** Market cap tier; 6: unknown. */
		tier: smallint().notNull(),
		reconstructed: boolean().notNull(),
		/** Number of open horizons. Horizons that cannot be measured count as closed. */
		pending: smallint().notNull(),
		hits: boolean().array().notNull(),
		/** NaN if not closed or not measurable. */
		excess: real().array().notNull(),
		base: real().array().notNull(),
	},
	(t) => [
		unique('search_parts_episode').on(t.taskId, t.time, t.tickerId),
		index('search_parts_pending').on(t.taskId).where(sql`${t.pending} > 0`),
	],
);

/** Trials of an account (filter, ticker, dates and horizon), even those of deleted filters. Their number determines the account's luck line. */
export const evaluatedVariants = pgTable(
	'evaluated_variants',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** SHA-256 in hex of the variant's key. */
		variant: text().notNull(),
		/** p-value of the last evaluation; null if nothing could be measured. */
		pValue: doublePrecision(),
		firstAt: instant().notNull(),
		lastAt: instant().notNull(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.variant] })],
);

/** A hash chain over all changes of filters, evaluated variants and tickers: a record changed by other means differs from its last seal. */
export const recordSeals = pgTable(
	'record_seals',
	{
		/** From 1, without gaps. */
		seq: bigint({ mode: 'number' }).primaryKey(),
		kind: text({ enum: ['filter', 'variant', 'ticker'] }).notNull(),
		key: text().notNull(),
		/** Not a foreign key: the chain is kept when the user is deleted. */
		userId: uuid(),
		/** SHA-256 in hex of the sealed parts of the record; empty if it was removed. */
		seal: text().notNull(),
		/** SHA-256 in hex of the previous link, kind, key and seal. */
		link: text().notNull(),
	},
	(t) => [index('record_seals_key').on(t.kind, t.key, t.seq)],
);

/** Engine parameters that differ from the built-in ones, with their scope; the most specific entry wins. */
export const scriptParams = pgTable('script_params', {
	id: serial().primaryKey(),
	/** Names of timeframes; empty: all. */
	timeframes: text().array().notNull(),
	tickerType: text({ enum: TICKER_TYPES }),
	tickerId: tickerRef(),
	algo: text({ enum: ALGOS }),
	/** ScriptValues. */
	params: jsonb().notNull(),
	comment: text().notNull().default(''),
	createdAt: instant().notNull(),
	updatedAt: instant().notNull(),
});

/** Measured widths of forecasts, from data up to `as_of`: one row per market, timeframe and horizon. */
export const forecastCalibrations = pgTable(
	'forecast_calibrations',
	{
		provider: text().notNull(),
		/** Index of the timeframe; 0 is 15m. */
		timeframe: smallint().notNull(),
		horizon: smallint().notNull(),
		/** End of the last bar included. */
		asOf: instant().notNull(),
		parametersVersion: integer().notNull(),
		/** A Calibration. */
		calibration: jsonb().notNull(),
		createdAt: instant().notNull(),
	},
	(t) => [primaryKey({ name: 'forecast_calibrations_key', columns: [t.provider, t.timeframe, t.horizon, t.asOf, t.parametersVersion] })],
);

/** Users' decisions about tickers; outcomes are computed from stored bars. */
export const decisions = pgTable(
	'decisions',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tickerId: tickerRef()
			.notNull()
			.references(() => tickers.id),
		kind: text({ enum: DECISIONS }).notNull(),
		direction: text({ enum: OPERATIONS }).notNull(),
		/** The horizon counts bars of the strategy's third timeframe. */
		strategy: text({ enum: STRATEGIES.map(({ name }) => name) as [StrategyName, ...StrategyName[]] }).notNull(),
		horizon: integer().notNull(),
		filterId: integer().references(() => filters.id, { onDelete: 'set null' }),
		tags: text().array().notNull(),
		note: text().notNull(),
		/** By the market clock. */
		madeAt: instant().notNull(),
		createdAt: instant().notNull(),
		/** Deleted decisions are counted, without their texts. */
		deletedAt: instant(),
	},
	(t) => [
		index('decisions_user').on(t.userId, t.id),
		index('decisions_ticker').on(t.tickerId),
		index('decisions_filter').on(t.filterId).where(sql`${t.filterId} is not null`),
	],
);
