import { JOB_STATES } from '@sw/domain/access/job';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, real, sql, text, unique, uuid } from '../orm/drizzle.ts';
import { instant } from './columns.ts';

/** Background jobs. pg-boss decides which process runs them, and when; their requests and results are here. */
export const jobs = pgTable(
	'jobs',
	{
		/** The same id as in pg-boss. */
		id: uuid().primaryKey(),
		/** Order of requests. */
		number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
		kind: text().notNull(),
		request: jsonb().notNull(),
		/** Requests of a kind with the same key are one job, even after it has run; null for jobs that can be repeated. */
		key: text(),
		/** Id of the account that requested the job. */
		by: text().notNull(),
		state: text({ enum: JOB_STATES }).notNull().default('queued'),
		/** Cancellation was requested. The process that runs the job will stop it. */
		canceling: boolean().notNull().default(false),
		phase: text().notNull().default('Waiting'),
		progress: real(),
		result: jsonb(),
		error: text(),
		/** Number of the current attempt; writes of earlier attempts are ignored. */
		attempt: integer().notNull().default(0),
		/** Number of failed attempts. */
		failures: integer().notNull().default(0),
		/** Number of the process that runs the job (see presence.ts). */
		holder: integer(),
		createdAt: instant().notNull(),
		startedAt: instant(),
		finishedAt: instant(),
	},
	(table) => [
		unique().on(table.kind, table.key),
		index().on(table.kind, table.number),
		// For the sort orders of the page of jobs.
		index('jobs_newest').on(table.number),
		index('jobs_state').on(table.state, table.number),
		index('jobs_by').on(table.by, table.number),
		index('jobs_finished').on(table.finishedAt, table.number),
		index('jobs_took').on(sql`(${table.finishedAt} - ${table.startedAt})`, table.number),
		index('jobs_open').on(table.kind).where(sql`${table.state} in ('queued', 'running')`),
	],
);

/** Output of running jobs. */
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
