import type { SearchAdvance } from '@sw/domain/research/search-part';
import type { NewTask, Restart, SearchState, SearchTask, TaskChange, TaskRun } from '@sw/domain/research/search-task';
import type { Tally } from '@sw/domain/research/tally';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../records.ts';
import { searchParts, searchTallies, searchTasks } from '../../schema/research.ts';

export async function addTask(db: Db, { userId, name, question, now }: NewTask): Promise<SearchTask> {
	const [added] = await db.insert(searchTasks).values({ userId, name, question, createdAt: now, updatedAt: now }).returning();
	return read(added as typeof searchTasks.$inferSelect);
}

function read(row: typeof searchTasks.$inferSelect): SearchTask {
	return row as SearchTask;
}

/** An account's tasks, newest first. */
export async function tasksOf(db: Db, userId: string): Promise<SearchTask[]> {
	return (await db.select().from(searchTasks).where(eq(searchTasks.userId, userId)).orderBy(desc(searchTasks.id))).map(read);
}

export async function taskCount(db: Db, userId: string): Promise<number> {
	return (await db.select({ n: count() }).from(searchTasks).where(eq(searchTasks.userId, userId)))[0]?.n ?? 0;
}

/** Of any account; undefined when there is none. */
export async function taskById(db: Db, id: number): Promise<SearchTask | undefined> {
	const [found] = await db.select().from(searchTasks).where(eq(searchTasks.id, id));
	return found && read(found);
}

/** Tasks in the states, oldest first. */
export async function tasksIn(db: Db, states: readonly SearchState[]): Promise<SearchTask[]> {
	return (
		await db
			.select()
			.from(searchTasks)
			.where(inArray(searchTasks.state, [...states]))
			.orderBy(asc(searchTasks.id))
	).map(read);
}

/** Finished tasks that new reports are added to. */
export async function openTasks(db: Db): Promise<SearchTask[]> {
	return (
		await db
			.select()
			.from(searchTasks)
			.where(and(eq(searchTasks.state, 'done'), sql`${searchTasks.question} ->> 'to' is null`))
			.orderBy(asc(searchTasks.id))
	).map(read);
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

/** Restarts a task with another question, or continues it when none is given. Returns the queued task. */
export function restartTask(db: Db, id: number, restart: Restart): Promise<SearchTask | undefined> {
	return db.transaction(async (tx) => {
		const restarted = restart.question ? { question: restart.question, progress: 0, scannedUntil: null, readSeq: 0, evidence: null } : {};
		const [row] = await tx
			.update(searchTasks)
			.set({ ...restarted, state: 'waiting', note: '', finishedAt: null, updatedAt: restart.now, run: sql`${searchTasks.run} + 1` })
			.where(eq(searchTasks.id, id))
			.returning();
		if (row && restart.question) {
			await tx.delete(searchParts).where(eq(searchParts.taskId, id));
			await tx.delete(searchTallies).where(eq(searchTallies.taskId, id));
		}
		return row && read(row);
	});
}

export async function removeTask(db: Db, id: number): Promise<void> {
	await db.delete(searchTasks).where(eq(searchTasks.id, id));
}

/** Tallies of tasks by `task.horizon`; those without closed episodes are absent. */
export async function talliesOf(db: Db, taskIds: readonly number[]): Promise<Map<number, Map<number, Tally>>> {
	const found = new Map<number, Map<number, Tally>>(taskIds.map((id) => [id, new Map()]));
	if (taskIds.length === 0) return found;
	const rows = await db
		.select()
		.from(searchTallies)
		.where(inArray(searchTallies.taskId, [...taskIds]));
	for (const { taskId, horizon, tally } of rows) found.get(taskId)?.set(horizon, tally as Tally);
	return found;
}

const ROWS_PER_STATEMENT = 2_000;

/** Commits one step of a search atomically; false, without a change, when the task is at another run or no longer running. */
export function commitAdvance(
	db: Db,
	{ id, run }: TaskRun,
	{ scannedUntil, readSeq, progress, tallies, added, closed }: SearchAdvance,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		const held = await tx
			.update(searchTasks)
			.set({ scannedUntil, readSeq, progress })
			.where(and(eq(searchTasks.id, id), eq(searchTasks.run, run), inArray(searchTasks.state, ['running', 'done'])))
			.returning({ id: searchTasks.id });
		if (held.length === 0) return false;
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
