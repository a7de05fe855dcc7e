import type { UtcMs } from '@sw/domain/time/units';
import { withTaskLock } from '@sw/store/postgres/records/research-locks';
import { changeTask, openTasks, restartTask, type SearchTask, taskById, tasksIn } from '@sw/store/postgres/records/research-tasks';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ResearchParts } from '../parts.ts';
import { runSearch, type SearchEnd } from './run-search.ts';

const SEARCH = 'search';
const UPKEEP = 'search-upkeep';
/** Tries before a search is given up. */
const RETRIES = 3;

export interface SearchJobs {
	/** Hands a waiting task to the background; the same run never twice. */
	start(task: SearchTask): Promise<void>;
	/** Takes up what a process that died has left, and begins to work. */
	run(): Promise<void>;
	/** A new report: searches without an end go on with it. */
	reportPublished(time: UtcMs): Promise<void>;
}

/** Works on one task unless another process does. A task that fails for good says why. */
export const workOn = async (parts: ResearchParts, id: number, run: number | null, signal: AbortSignal): Promise<SearchEnd | undefined> => {
	const { records } = parts.stores;
	return withTaskLock(records, id, async () => {
		const task = await taskById(records.db, id);
		if (!task || (run !== null && task.run !== run)) return 'canceled';
		return runSearch(parts, id, signal);
	});
};

export const createSearchJobs = (parts: ResearchParts, jobs: Jobs): SearchJobs => {
	const { db } = parts.stores.records;
	const tries = new Map<string, number>();

	const start = ({ id, run }: SearchTask): Promise<void> => jobs.send(SEARCH, `${id}.${run}`, { id, run });

	const search = async ({ id, run }: { id: number; run: number }, signal: AbortSignal): Promise<void> => {
		const key = `${id}.${run}`;
		try {
			await workOn(parts, id, run, signal);
			tries.delete(key);
		} catch (error) {
			const count = (tries.get(key) ?? 0) + 1;
			tries.set(key, count);
			if (!signal.aborted && count > RETRIES)
				await changeTask(
					db,
					{ id, run },
					{ state: 'failed', note: 'The search could not be carried out; start it again later.', finishedAt: parts.wallNow() },
				);
			throw error;
		}
	};

	/** Nobody works on it, so whoever did has died: the next run goes on from the last step that was committed. */
	const recover = async (task: SearchTask): Promise<void> => {
		const taken = await withTaskLock(parts.stores.records, task.id, () => restartTask(db, task.id, { now: parts.wallNow() }));
		if (taken) await start(taken);
	};

	return {
		start,
		run: async () => {
			await jobs.work(SEARCH, { atOnce: 1, within: 6 * 3_600, retries: RETRIES }, search);
			await jobs.work(UPKEEP, { atOnce: 1, within: 3_600, retries: 0 }, async (_data, signal) => {
				for (const { id } of await openTasks(db)) await workOn(parts, id, null, signal);
			});
			for (const task of await tasksIn(db, ['waiting', 'running'])) await recover(task);
		},
		reportPublished: async (time) => {
			if ((await openTasks(db)).length > 0) await jobs.send(UPKEEP, String(time), {});
		},
	};
};
