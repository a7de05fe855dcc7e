import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** To the microsecond: an age is told in the database's own time. */
const moment = () => timestamp({ withTimezone: true, mode: 'string' });

/** Who led the market, an epoch a row; the one without an end leads. Renewing a row locks nobody out; ending it waits for the commits of its epoch. */
export const leads = pgTable(
	'leads',
	{
		/** From 1 without gaps. */
		epoch: integer().primaryKey(),
		/** The name of the process, for people. */
		name: text().notNull(),
		/** What its connections call themselves: no two processes do the same. */
		process: text().notNull(),
		/** The connection that holds the lock. */
		pid: integer().notNull(),
		/** Where other processes reach it; empty where they need not. */
		address: text().notNull(),
		takenAt: moment().notNull().default(sql`clock_timestamp()`),
		renewedAt: moment().notNull().default(sql`clock_timestamp()`),
		endedAt: moment(),
	},
	(t) => [index('leads_open').on(t.epoch).where(sql`${t.endedAt} is null`)],
);
