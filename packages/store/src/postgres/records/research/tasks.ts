import type {
	MeasuredPart,
	NewTask,
	PartsPage,
	PartsQuestion,
	RestartRequest,
	SearchAdvance,
	SearchPart,
	SearchState,
	SearchTask,
	TaskChange,
	TaskRun,
	TickerHits,
} from '@sw/domain/research/search-task';
import type { Tally } from '@sw/domain/research/tally';
import { WINSOR_LIMIT } from '@sw/domain/statistics/moments';
import { SHRINK_STRENGTH } from '@sw/domain/statistics/shrink';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, countDistinct, desc, eq, gt, gte, inArray, lte, max, type SQL, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { searchParts, searchTallies, searchTasks } from '../../schema/research.ts';

export async function addTask(db: Db, { userId, name, question, now }: NewTask): Promise<SearchTask> {
	const [added] = await db.insert(searchTasks).values({ userId, name, question, createdAt: now, updatedAt: now }).returning();
	return toTask(added as typeof searchTasks.$inferSelect);
}

function toTask(row: typeof searchTasks.$inferSelect): SearchTask {
	return row as SearchTask;
}

/** Returns an account's tasks, newest first. */
export async function tasksOf(db: Db, userId: string): Promise<SearchTask[]> {
	return (await db.select().from(searchTasks).where(eq(searchTasks.userId, userId)).orderBy(desc(searchTasks.id))).map(toTask);
}

export async function taskCount(db: Db, userId: string): Promise<number> {
	return (await db.select({ n: count() }).from(searchTasks).where(eq(searchTasks.userId, userId)))[0]?.n ?? 0;
}

/** Returns the task with this id, of any account; undefined if there is none. */
export async function taskById(db: Db, id: number): Promise<SearchTask | undefined> {
	const [row] = await db.select().from(searchTasks).where(eq(searchTasks.id, id));
	return row && toTask(row);
}

/** Returns the tasks in these states, oldest first. */
export async function tasksIn(db: Db, states: readonly SearchState[]): Promise<SearchTask[]> {
	return (
		await db
			.select()
			.from(searchTasks)
			.where(inArray(searchTasks.state, [...states]))
			.orderBy(asc(searchTasks.id))
	).map(toTask);
}

/** Returns the finished tasks without an end date, which continue with new reports. */
export async function openTasks(db: Db): Promise<SearchTask[]> {
	return (
		await db
			.select()
			.from(searchTasks)
			.where(and(eq(searchTasks.state, 'done'), sql`${searchTasks.question} ->> 'to' is null`))
			.orderBy(asc(searchTasks.id))
	).map(toTask);
}

/** Changes a task if it is still at that run; otherwise returns false. */
export async function changeTask(db: Db, { id, run }: TaskRun, change: TaskChange): Promise<boolean> {
	const changed = await db
		.update(searchTasks)
		.set(change)
		.where(and(eq(searchTasks.id, id), eq(searchTasks.run, run)))
		.returning({ id: searchTasks.id });
	return changed.length > 0;
}

/** Restarts a task with a question, or continues it if none is given. Returns the queued task. */
export function restartTask(db: Db, id: number, restart: RestartRequest): Promise<SearchTask | undefined> {
	return db.transaction(async (tx) => {
		const resetFields = restart.question ? { question: restart.question, progress: 0, scannedUntil: null, readSeq: 0, evidence: null } : {};
		const [row] = await tx
			.update(searchTasks)
			.set({ ...resetFields, state: 'waiting', note: '', finishedAt: null, updatedAt: restart.now, run: sql`${searchTasks.run} + 1` })
			.where(eq(searchTasks.id, id))
			.returning();
		if (row && restart.question) {
			await tx.delete(searchParts).where(eq(searchParts.taskId, id));
			await tx.delete(searchTallies).where(eq(searchTallies.taskId, id));
		}
		return row && toTask(row);
	});
}

export async function removeTask(db: Db, id: number): Promise<void> {
	await db.delete(searchTasks).where(eq(searchTasks.id, id));
}

/** Returns the tallies of tasks, by task and horizon. Tasks and horizons without closed episodes are absent. */
export async function talliesOf(db: Db, taskIds: readonly number[]): Promise<Map<number, Map<number, Tally>>> {
	const tallies = new Map<number, Map<number, Tally>>(taskIds.map((id) => [id, new Map()]));
	if (taskIds.length === 0) return tallies;
	const rows = await db
		.select()
		.from(searchTallies)
		.where(inArray(searchTallies.taskId, [...taskIds]));
	for (const { taskId, horizon, tally } of rows) tallies.get(taskId)?.set(horizon, tally as Tally);
	return tallies;
}

const ROWS_PER_STATEMENT = 2_000;

/** Commits one step of a search atomically. False, without a change, if the task is at another run or no longer running. */
export function commitAdvance(
	db: Db,
	{ id, run }: TaskRun,
	{ scannedUntil, readSeq, progress, tallies, added, closed }: SearchAdvance,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		const updated = await tx
			.update(searchTasks)
			.set({ scannedUntil, readSeq, progress })
			.where(and(eq(searchTasks.id, id), eq(searchTasks.run, run), inArray(searchTasks.state, ['running', 'done'])))
			.returning({ id: searchTasks.id });
		if (updated.length === 0) return false;
		for (let at = 0; at < added.length; at += ROWS_PER_STATEMENT)
			await tx.insert(searchParts).values(added.slice(at, at + ROWS_PER_STATEMENT).map((part) => ({ ...part, taskId: id })));
		for (const { id: part, ...change } of closed) await tx.update(searchParts).set(change).where(eq(searchParts.id, part));
		for (const [horizon, tally] of tallies) {
			await tx
				.insert(searchTallies)
				.values({ taskId: id, horizon, tally })
				.onConflictDoUpdate({ target: [searchTallies.taskId, searchTallies.horizon], set: { tally } });
		}
		return true;
	});
}

/** Returns the episodes with an open horizon, oldest entry first. */
export function pendingParts(db: Db, taskId: number): Promise<SearchPart[]> {
	return db
		.select()
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), gt(searchParts.pending, 0)))
		.orderBy(asc(searchParts.entry), asc(searchParts.id));
}

/** Returns when each ticker's last episode since an instant started. The ticker's cool-down starts at that time. */
export async function lastEpisodes(db: Db, taskId: number, since: UtcMs): Promise<Map<number, UtcMs>> {
	const rows = await db
		.select({ tickerId: searchParts.tickerId, time: max(searchParts.time) })
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), gte(searchParts.time, since)))
		.groupBy(searchParts.tickerId);
	return new Map(rows.map(({ tickerId, time }) => [tickerId, time as UtcMs]));
}

export async function partCount(db: Db, taskId: number): Promise<number> {
	return (await db.select({ n: count() }).from(searchParts).where(eq(searchParts.taskId, taskId)))[0]?.n ?? 0;
}

/**
 * Returns measured episodes, hits and winsorised excess of each ticker at a horizon (its index). Sorts by mean excess, shrunk towards the overall mean
 * (`prior`) as in `shrinkMean`; largest first.
 */
export async function tickerHits(
	db: Db,
	taskId: number,
	{ horizon, prior, limit }: { horizon: number; prior: number; limit: number },
): Promise<TickerHits[]> {
	const sum = sql<number>`sum(greatest(-${WINSOR_LIMIT}::float8, least(${WINSOR_LIMIT}::float8, ${atHorizon('excess', horizon)}::float8)))`;
	return db
		.select({
			tickerId: searchParts.tickerId,
			n: count(),
			hits: sql<number>`count(*) filter (where ${atHorizon('hits', horizon)})`.mapWith(Number),
			sum: sum.mapWith(Number),
		})
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`))
		.groupBy(searchParts.tickerId)
		.orderBy(
			desc(sql`(${sum} + ${SHRINK_STRENGTH}::float8 * ${prior}::float8) / (count(*) + ${SHRINK_STRENGTH}::float8)`),
			desc(count()),
			asc(searchParts.tickerId),
		)
		.limit(limit);
}

/** Returns how many tickers a search has measured at a horizon (its index), and the measured episodes of the tickers in `tickerIds`. */
export async function measuredTickers(
	db: Db,
	taskId: number,
	{ horizon, tickerIds }: { horizon: number; tickerIds: ReadonlySet<number> },
): Promise<{ tickers: number; parts: SearchPart[] }> {
	const isMeasured = and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`);
	const [countRow] = await db
		.select({ tickers: countDistinct(searchParts.tickerId) })
		.from(searchParts)
		.where(isMeasured);
	const ids = sql`any(${sql.param([...tickerIds])}::integer[])`;
	const parts = await db
		.select()
		.from(searchParts)
		.where(and(isMeasured, sql`${searchParts.tickerId} = ${ids}`));
	return { tickers: countRow?.tickers ?? 0, parts };
}

/** Returns a column's value at a horizon. PostgreSQL arrays start at 1. */
function atHorizon(column: 'hits' | 'excess' | 'base', horizon: number): SQL {
	return sql`${searchParts[column]}[${horizon + 1}::int]`;
}

/** Returns the measured episodes at a horizon (its index), oldest first, as input of walk-forward evidence. */
export function measuredParts(db: Db, taskId: number, horizon: number): Promise<MeasuredPart[]> {
	return db
		.select({
			time: searchParts.time,
			rate: searchParts.rate,
			hit: sql<boolean>`${atHorizon('hits', horizon)}`,
			excess: sql<number>`${atHorizon('excess', horizon)}`.mapWith(Number),
		})
		.from(searchParts)
		.where(and(eq(searchParts.taskId, taskId), sql`${atHorizon('excess', horizon)} <> 'NaN'::real`))
		.orderBy(asc(searchParts.time), asc(searchParts.id));
}

/**
 * Returns an account's episodes over all its searches, in a stable order: finished ones first. `excess` sorts by the last horizon; unmeasured episodes
 * come last.
 */
export async function partsOf(
	db: Db,
	userId: string,
	{ taskIds, from, to, lit, sortBy, direction, skip, max: limit }: PartsQuestion,
): Promise<PartsPage> {
	if (taskIds.length === 0) return { total: 0, parts: [] };
	const where = and(
		eq(searchTasks.userId, userId),
		inArray(searchParts.taskId, [...taskIds]),
		from === undefined ? undefined : gte(searchParts.time, from),
		to === undefined ? undefined : lte(searchParts.time, to),
		lit === 0 ? undefined : sql`${searchParts.lit} & ${lit} <> 0`,
	);
	const lastExcess = sql`nullif(${searchParts.excess}[cardinality(${searchParts.excess})], 'NaN'::real)`;
	const key = { time: sql`${searchParts.time}`, rate: sql`${searchParts.rate}`, excess: lastExcess }[sortBy];
	const order = direction === 'asc' ? sql`${key} asc nulls last` : sql`${key} desc nulls last`;
	const isPartOfTask = eq(searchParts.taskId, searchTasks.id);
	const [countRow] = await db.select({ n: count() }).from(searchParts).innerJoin(searchTasks, isPartOfTask).where(where);
	const rows = await db
		.select({ part: searchParts })
		.from(searchParts)
		.innerJoin(searchTasks, isPartOfTask)
		.where(where)
		.orderBy(sql`${searchParts.pending} > 0`, order, desc(searchParts.time), asc(searchParts.id))
		.limit(limit)
		.offset(skip);
	return { total: countRow?.n ?? 0, parts: rows.map(({ part }) => part) };
}

/** Returns one episode of an account's searches; undefined if it does not exist or belongs to another account. */
export async function partOf(db: Db, userId: string, id: number): Promise<SearchPart | undefined> {
	const [row] = await db
		.select({ part: searchParts })
		.from(searchParts)
		.innerJoin(searchTasks, eq(searchParts.taskId, searchTasks.id))
		.where(and(eq(searchParts.id, id), eq(searchTasks.userId, userId)));
	return row?.part;
}
