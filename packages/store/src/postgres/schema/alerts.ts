import { ALERT_REPEATS, type AlertCondition } from '@sw/domain/alerts/ticker-alert';
import { MIN_DEPTH } from '@sw/domain/attention/breadth';
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, smallint, sql, text, uuid } from '../orm/drizzle.ts';
import { users } from './accounts.ts';
import { exchangeDate, instant, tickerRef } from './columns.ts';
import { filters, watchlists } from './filters.ts';
import { tickers } from './tickers.ts';

/** Alerts of users on a ticker, a watchlist, or all their favourites. */
export const tickerAlerts = pgTable(
	'ticker_alerts',
	{
		id: integer().primaryKey().generatedAlwaysAsIdentity(),
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** null: a watchlist, or all favourites. */
		tickerId: tickerRef().references(() => tickers.id),
		/** null with a name: the watchlist was deleted. */
		watchlistId: integer().references(() => watchlists.id, { onDelete: 'set null' }),
		/** The watchlist's name when the alert was set or the watchlist was deleted; null: not on a watchlist. */
		watchlistName: text(),
		/** The saved filter in the condition; null with a name: the filter was deleted. */
		filterId: integer().references(() => filters.id, { onDelete: 'set null' }),
		/** The filter's name when the alert was set or the filter was deleted; null: the condition has no filter. */
		filterName: text(),
		condition: jsonb().$type<AlertCondition>().notNull(),
		/** A price level in the condition is adjusted for splits up to and including this day. */
		basis: exchangeDate().notNull(),
		/** Market time at which the alert was created. */
		since: instant().notNull(),
		repeat: text({ enum: ALERT_REPEATS }).notNull(),
		/** Minutes of market time. */
		coolDown: integer().notNull(),
		/** By the market clock; null: never. */
		expires: instant(),
		note: text().notNull(),
		createdAt: instant().notNull(),
		/** How often the alert has fired, over all tickers, and the last report and ticker for which it did. */
		fired: integer().notNull().default(0),
		lastReport: instant(),
		lastTickerId: tickerRef(),
	},
	(t) => [
		index('ticker_alerts_user').on(t.userId, t.id),
		// For the evaluation of a report: few of many stored alerts can still fire.
		index('ticker_alerts_waiting').on(t.userId).where(sql`not (${t.repeat} = 'once' and ${t.fired} > 0 and ${t.tickerId} is not null)`),
		index('ticker_alerts_watchlist').on(t.watchlistId).where(sql`${t.watchlistId} is not null`),
		index('ticker_alerts_filter').on(t.filterId).where(sql`${t.filterId} is not null`),
		index('ticker_alerts_ticker').on(t.tickerId).where(sql`${t.tickerId} is not null`),
	],
);

/** Firings. An alert fires at most once per ticker and `occasion`: once only, per session, or per report. */
export const alertFirings = pgTable(
	'alert_firings',
	{
		alertId: integer()
			.notNull()
			.references(() => tickerAlerts.id, { onDelete: 'cascade' }),
		tickerId: tickerRef().notNull(),
		occasion: text().notNull(),
		reportTime: instant().notNull(),
		reportVersion: integer().notNull(),
	},
	(t) => [primaryKey({ columns: [t.alertId, t.tickerId, t.occasion] })],
);

/** Subscriptions of users to the breadth of a slice. */
export const breadthSubscriptions = pgTable(
	'breadth_subscriptions',
	{
		userId: uuid()
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** Slice, timeframe, market cap bucket and ticker type. */
		key: text().notNull(),
		/** Lowest depth that counts. */
		depth: smallint().notNull().default(MIN_DEPTH),
		/** The user is notified once a day, when at least this fraction of the tickers has the depth; null: notified only once, about the next report. */
		level: doublePrecision(),
		/** By the wall clock. */
		since: instant().notNull(),
		/** The last day with a notification. */
		notifiedOn: exchangeDate('told_on'),
	},
	(t) => [primaryKey({ columns: [t.userId, t.key] })],
);
