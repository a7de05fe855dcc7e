import { type JobSort, type JobState, MAX_JOBS_COUNT } from '@sw/domain/access/job';
import type { UtcMs } from '@sw/domain/time/units';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { type AnyPgColumn, and, asc, count, desc, eq, gt, inArray, isNotNull, lt, notInArray, or, type SQL, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { jobLines, jobs } from '../schema/jobs.ts';

export type JobRow = typeof jobs.$inferSelect;
export type NewJob = typeof jobs.$inferInsert;

/** One attempt at a job. Only the latest attempt can change the job. */
export type JobAttempt = Pick<JobRow, 'id' | 'attempt'>;

const OPEN: JobState[] = ['queued', 'running'];
const isOpen = inArray(jobs.state, OPEN);

/** Locks a kind until the transaction ends, so that a request that finds no identical job can add one. */
export async function lockKind(tx: Db, kind: string): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.jobs}, hashtext(${kind}))`);
}

/** Finds the job of a kind with this key, even an ended one. Without a key, finds the waiting or running job with this request. */
export async function findSameJob(db: Db, kind: string, key: string | null, request: object): Promise<JobRow | undefined> {
	const isSame = key === null ? and(isOpen, sql`${jobs.request} = ${JSON.stringify(request)}::jsonb`) : eq(jobs.key, key);
	return (
		await db
			.select()
			.from(jobs)
			.where(and(eq(jobs.kind, kind), isSame))
			.limit(1)
	)[0];
}

/** Adds a job unless one with its id exists. */
export async function addJob(db: Db, job: NewJob): Promise<JobRow | undefined> {
	return (await db.insert(jobs).values(job).onConflictDoNothing().returning())[0];
}

export async function jobById(db: Db, id: string): Promise<JobRow | undefined> {
	return (await db.select().from(jobs).where(eq(jobs.id, id)))[0];
}

/** Sort columns; `created` is the order of requests. */
const SORT_COLUMNS: Readonly<Record<JobSort, AnyPgColumn | SQL>> = {
	created: jobs.number,
	kind: jobs.kind,
	state: jobs.state,
	by: jobs.by,
	took: sql`(${jobs.finishedAt} - ${jobs.startedAt})`,
	finished: jobs.finishedAt,
};

export interface JobsQuery {
	readonly skip: number;
	readonly max: number;
	readonly state?: JobState | undefined;
	/** Default: newest first. In orders by duration or end, open jobs count as the largest. */
	readonly sortBy?: JobSort | undefined;
	readonly sortDir?: 'asc' | 'desc' | undefined;
}

export interface JobsPage<Row> {
	readonly items: Row[];
	/** At most MAX_JOBS_COUNT, so that counting does not delay the page. */
	readonly total: number;
	/** Whether more jobs match than were counted. */
	readonly isMore: boolean;
}

/** Returns one page of the jobs of these kinds. */
export async function jobsPage(
	db: Db,
	kinds: readonly string[],
	{ skip, max, state, sortBy = 'created', sortDir = 'desc' }: JobsQuery,
): Promise<JobsPage<JobRow>> {
	const isMatch = and(inArray(jobs.kind, [...kinds]), state && eq(jobs.state, state));
	const direction = sortDir === 'asc' ? asc : desc;
	// Jobs with equal values keep the same order on all pages. An index supports this order.
	const order = sortBy === 'created' ? [direction(jobs.number)] : [direction(SORT_COLUMNS[sortBy]), direction(jobs.number)];
	const items = await db
		.select()
		.from(jobs)
		.where(isMatch)
		.orderBy(...order)
		.limit(max)
		.offset(skip);
	const limitedJobs = db
		.select({ one: sql`1`.as('one') })
		.from(jobs)
		.where(isMatch)
		.limit(MAX_JOBS_COUNT + 1)
		.as('some');
	const matchCount = (await db.select({ n: count() }).from(limitedJobs))[0]?.n ?? 0;
	return { items, total: Math.min(matchCount, MAX_JOBS_COUNT), isMore: matchCount > MAX_JOBS_COUNT };
}

/** Returns the most recent successful job of a kind. */
export async function findNewestDoneJob(db: Db, kind: string): Promise<JobRow | undefined> {
	return (
		await db
			.select()
			.from(jobs)
			.where(and(eq(jobs.kind, kind), eq(jobs.state, 'done')))
			.orderBy(desc(jobs.number))
			.limit(1)
	)[0];
}

/** Returns the waiting and running jobs of the kinds, in the order of requests. */
export function openJobsOf(db: Db, kinds: readonly string[]): Promise<JobRow[]> {
	return db
		.select()
		.from(jobs)
		.where(and(isOpen, inArray(jobs.kind, [...kinds])))
		.orderBy(asc(jobs.number));
}

/** Returns the waiting jobs of all kinds, in the order of requests. */
export function queuedJobs(db: Db): Promise<JobRow[]> {
	return db.select().from(jobs).where(eq(jobs.state, 'queued')).orderBy(asc(jobs.number));
}

/** Returns the number of jobs that were requested before `since` and have not started. */
export async function countWaitingSince(db: Db, since: UtcMs): Promise<number> {
	const [countRow] = await db
		.select({ waiting: count() })
		.from(jobs)
		.where(and(eq(jobs.state, 'queued'), lt(jobs.createdAt, since)));
	return countRow?.waiting ?? 0;
}

/** Starts a job in a process; undefined if it has ended, or does not exist. */
export async function startJob(db: Db, id: string, { holder, now }: { holder: number; now: UtcMs }): Promise<JobRow | undefined> {
	return (
		await db
			.update(jobs)
			.set({ state: 'running', phase: 'Starting', progress: null, holder, attempt: sql`${jobs.attempt} + 1`, startedAt: now })
			.where(and(eq(jobs.id, id), isOpen))
			.returning()
	)[0];
}

/** Returns false if another attempt has replaced this one. */
export async function saveProgress(db: Db, attempt: JobAttempt, phase: string, progress: number | null): Promise<boolean> {
	return (await db.update(jobs).set({ phase, progress }).where(isAttempt(attempt)).returning({ id: jobs.id })).length > 0;
}

function isAttempt({ id, attempt }: JobAttempt) {
	return and(eq(jobs.id, id), eq(jobs.attempt, attempt), eq(jobs.state, 'running'));
}

export async function addLines(db: Db, id: string, lines: readonly string[]): Promise<void> {
	await db.insert(jobLines).values(lines.map((line) => ({ jobId: id, line })));
}

/** Returns a job's lines after the given number, in order. */
export function linesAfter(db: Db, id: string, after: number): Promise<{ number: number; line: string }[]> {
	return db
		.select({ number: jobLines.number, line: jobLines.line })
		.from(jobLines)
		.where(and(eq(jobLines.jobId, id), gt(jobLines.number, after)))
		.orderBy(asc(jobLines.number));
}

/** Returns a page of a job's lines in order, and their total number. */
export async function linesPage(
	db: Db,
	id: string,
	{ skip, max }: { skip: number; max: number },
): Promise<{ items: { number: number; line: string }[]; total: number }> {
	const isLineOfJob = eq(jobLines.jobId, id);
	const items = await db
		.select({ number: jobLines.number, line: jobLines.line })
		.from(jobLines)
		.where(isLineOfJob)
		.orderBy(asc(jobLines.number))
		.limit(max)
		.offset(skip);
	return { items, total: (await db.select({ n: count() }).from(jobLines).where(isLineOfJob))[0]?.n ?? 0 };
}

export type JobEnd = Pick<JobRow, 'state' | 'phase'> & Partial<Pick<JobRow, 'result' | 'error'>>;

/** Ends a job. False, without a change, if another attempt has replaced this one. */
export async function endJob(db: Db, attempt: JobAttempt, end: JobEnd, now: UtcMs): Promise<boolean> {
	return (
		(
			await db
				.update(jobs)
				.set({ ...end, progress: null, holder: null, finishedAt: now })
				.where(isAttempt(attempt))
				.returning({ id: jobs.id })
		).length > 0
	);
}

/**
 * Puts a job back into the queue: its process is stopping or has died, or its attempt failed and is to be retried. False if another attempt has
 * replaced this one.
 */
export async function requeueJob(db: Db, attempt: JobAttempt, { failed }: { failed: boolean }): Promise<boolean> {
	return (
		(
			await db
				.update(jobs)
				.set({
					state: 'queued',
					phase: 'Waiting',
					progress: null,
					holder: null,
					...(failed ? { failures: sql`${jobs.failures} + 1` } : {}),
				})
				.where(isAttempt(attempt))
				.returning({ id: jobs.id })
		).length > 0
	);
}

/** Cancels a waiting job, or asks the process of a running job to stop; undefined if no open job has this id. */
export async function cancelJob(db: Db, id: string, now: UtcMs): Promise<JobRow | undefined> {
	const isQueued = sql`${jobs.state} = 'queued'`;
	const [row] = await db
		.update(jobs)
		.set({
			canceling: true,
			state: sql`case when ${isQueued} then 'canceled' else ${jobs.state} end`,
			phase: sql`case when ${isQueued} then 'Canceled' else ${jobs.phase} end`,
			finishedAt: sql`case when ${isQueued} then ${new Date(now).toISOString()}::timestamptz else ${jobs.finishedAt} end`,
		})
		.where(and(eq(jobs.id, id), isOpen))
		.returning();
	return row;
}

/** Returns the jobs marked as running on processes that are not in `livingProcesses`. */
export function orphanedJobs(db: Db, kinds: readonly string[], livingProcesses: readonly number[]): Promise<JobRow[]> {
	return db
		.select()
		.from(jobs)
		.where(
			and(
				eq(jobs.state, 'running'),
				inArray(jobs.kind, [...kinds]),
				isNotNull(jobs.holder),
				notInArray(jobs.holder, [...livingProcesses, 0]),
			),
		)
		.orderBy(asc(jobs.number));
}

/** Ended jobs checked per cleanup: more than are added between two cleanups, but few enough for a fast query. */
const MAX_CHECKED = 100;

/** Deletes the oldest ended jobs of a kind: those beyond the `limit` newest, and those requested before `since`. Open jobs are kept. */
export async function forgetOldJobs(db: Db, kind: string, { limit, since }: { limit: number; since: UtcMs }): Promise<void> {
	const isKind = eq(jobs.kind, kind);
	const hasEnded = notInArray(jobs.state, OPEN);
	const oldest = db.select({ number: jobs.number }).from(jobs).where(and(isKind, hasEnded)).orderBy(asc(jobs.number)).limit(MAX_CHECKED);
	const firstBeyondLimit = db.select({ number: jobs.number }).from(jobs).where(isKind).orderBy(desc(jobs.number)).offset(limit).limit(1);
	await db
		.delete(jobs)
		.where(
			and(isKind, hasEnded, inArray(jobs.number, oldest), or(lt(jobs.createdAt, since), sql`${jobs.number} <= (${firstBeyondLimit})`)),
		);
}

/** Releases the key, so that another job can use it. */
export async function releaseKey(db: Db, id: string): Promise<void> {
	await db.update(jobs).set({ key: null }).where(eq(jobs.id, id));
}

/** Channel notified with the ids of jobs that have changed. */
export const JOB_CHANNEL = 'jobs';

/** Notifies every process that a job has changed. */
export async function notifyJobChange(db: Db, id: string): Promise<void> {
	await db.execute(sql`select pg_notify(${JOB_CHANNEL}, ${id})`);
}
