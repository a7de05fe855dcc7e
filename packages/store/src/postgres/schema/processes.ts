import { index, integer, pgTable, sql, text, timestamp } from '../orm/drizzle.ts';
import { instant } from './columns.ts';

/** The processes that share the database, each in its own row. Whether a process is alive is determined by its lock (see presence.ts). */
export const processes = pgTable('processes', {
	/** The number of the process (see presence.ts). */
	number: integer().primaryKey(),
	/** Display name. */
	name: text().notNull(),
	/** The application name of its database connections, as in leads. */
	process: text().notNull(),
	roles: text().array().notNull(),
	version: text().notNull(),
	/** URL of the process for others, such as 'http://10.0.0.5:8080'; null until it listens. */
	address: text(),
	/** Time of the newest report that it serves; null if none. */
	shows: instant(),
	startedAt: instant().notNull().default(sql`now()`),
	/** Time of its last heartbeat. */
	seenAt: instant().notNull().default(sql`now()`),
});

/** Creates a column for an instant with microseconds, as a string: ages are computed in the database. */
function preciseInstantColumn() {
	return timestamp({ withTimezone: true, mode: 'string' });
}

/** Leaders of the market, one row per epoch; the row without an end is the current one. Renewing that row blocks no commits; ending it waits for them. */
export const leads = pgTable(
	'leads',
	{
		/** From 1 without gaps. */
		epoch: integer().primaryKey(),
		/** Display name of the process. */
		name: text().notNull(),
		/** The application name of its database connections, unique to the process. */
		process: text().notNull(),
		/** The connection that holds the lock. */
		pid: integer().notNull(),
		/** URL of the leader for other processes; empty if they need none. */
		address: text().notNull(),
		takenAt: preciseInstantColumn().notNull().default(sql`clock_timestamp()`),
		renewedAt: preciseInstantColumn().notNull().default(sql`clock_timestamp()`),
		endedAt: preciseInstantColumn(),
	},
	(t) => [index('leads_open').on(t.epoch).where(sql`${t.endedAt} is null`)],
);
