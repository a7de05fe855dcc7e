import { sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who shares the database, as each process tells of itself; whether it lives is told by its lock, see presence.ts. */
export const processes = pgTable('processes', {
	/** As presence.ts counts it. */
	number: integer().primaryKey(),
	/** For people. */
	name: text().notNull(),
	/** What its connections call themselves, as in leads. */
	process: text().notNull(),
	roles: text().array().notNull(),
	version: text().notNull(),
	/** Where the others reach it: 'http://10.0.0.5:8080'; null until it listens. */
	address: text(),
	/** Time of the newest report that it shows; null: none yet. */
	shows: instant(),
	startedAt: instant().notNull().default(sql`now()`),
	/** When it last told of itself. */
	seenAt: instant().notNull().default(sql`now()`),
});
