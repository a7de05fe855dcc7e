import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The processes that share the database, as each reports itself; whether one is alive is determined by its lock, see presence.ts. */
export const processes = pgTable('processes', {
	/** Its number in presence.ts. */
	number: integer().primaryKey(),
	/** Display name. */
	name: text().notNull(),
	/** The application name of its database connections, as in leads. */
	process: text().notNull(),
	roles: text().array().notNull(),
	version: text().notNull(),
	/** Its address for other processes: 'http://10.0.0.5:8080'; null until it listens. */
	address: text(),
	/** Time of the newest report that it shows; null: none yet. */
	shows: instant(),
	startedAt: instant().notNull().default(sql`now()`),
	/** Time of its last heartbeat. */
	seenAt: instant().notNull().default(sql`now()`),
});
