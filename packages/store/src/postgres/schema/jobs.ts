import { JOB_STATES } from '@sw/domain/access/job';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Background work that was asked for. pg-boss says who may work on it and when; what it is and what came of it stands here. */
export const jobs = pgTable(
	'jobs',
	{
		/** pg-boss knows it by the same one. */
		id: uuid().primaryKey(),
		/** Order of asking. */
		number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
		kind: text().notNull(),
		request: jsonb().notNull(),
		/** Jobs of a kind with the same key are one, also after it has run; null for those that may be asked for again. */
		key: text(),
		/** Who asked. */
		by: text().notNull(),
		state: text({ enum: JOB_STATES }).notNull().default('queued'),
		/** Somebody wants it to end; whoever works on it does so. */
		canceling: boolean().notNull().default(false),
		phase: text().notNull().default('Waiting'),
		progress: real(),
		result: jsonb(),
		error: text(),
		/** Times that it was begun: what an earlier one still writes counts for nothing. */
		attempt: integer().notNull().default(0),
		/** Times that its work failed. */
		failures: integer().notNull().default(0),
		/** The process that works on it, see presence.ts. */
		holder: integer(),
		createdAt: instant().notNull(),
		startedAt: instant(),
		finishedAt: instant(),
	},
	(table) => [
		unique().on(table.kind, table.key),
		index().on(table.kind, table.number),
		// The page of jobs in each of its orders.
		index('jobs_newest').on(table.number),
		index('jobs_state').on(table.state, table.number),
		index('jobs_by').on(table.by, table.number),
		index('jobs_finished').on(table.finishedAt, table.number),
		index('jobs_took').on(sql`(${table.finishedAt} - ${table.startedAt})`, table.number),
		index('jobs_open').on(table.kind).where(sql`${table.state} in ('queued', 'running')`),
	],
);

/** What jobs say to people while they run. */
export const jobLines = pgTable(
	'job_lines',
	{
		jobId: uuid()
			.notNull()
			.references(() => jobs.id, { onDelete: 'cascade' }),
		number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
		line: text().notNull(),
	},
	(table) => [primaryKey({ columns: [table.jobId, table.number] })],
);
