import type { SearchTask } from '@sw/domain/research/search-task';
import type { UtcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { isOpen, type Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ResearchParts } from '../ports.ts';
import { hasPastChanged, runSearch, type SearchEnd } from './run-search.ts';

export const SEARCH_LANE = 'searches';

/** Job for one run of a task; a changed task gets a new run. */
export const SEARCH = defineJob({
	kind: 'search',
	lane: SEARCH_LANE,
	payload: z.object({ id: z.number(), run: z.number() }),
	// One job at a time per task.
	turn: ({ id }) => String(id),
	key: ({ id, run }) => `${id}.${run}`,
	retries: 3,
});

/** Job that continues an open-ended search with a new report. */
export const SEARCH_UPKEEP = defineJob({
	kind: 'search_upkeep',
	lane: SEARCH_LANE,
	payload: z.object({ id: z.number(), report: z.number() }),
	// One job at a time per task.
	turn: ({ id }) => String(id),
	key: ({ id, report }) => `${id}.${report}`,
});

export interface SearchJobs {
	/** Submits a waiting task as a job; the same run is never submitted twice. */
	start(task: SearchTask): Promise<void>;
	/** Restarts unfinished tasks without an open job: tasks of an earlier product version, and tasks whose job failed. */
	recover(): Promise<void>;
	/** Cancels the task of a search job that an administrator canceled. */
	cancelTask(job: Pick<Job, 'kind' | 'request'>): Promise<void>;
	/** Restarts searches whose past reports have been added or changed. */
	restartStale(): Promise<void>;
	/** Continues open-ended searches with a new report. */
	continueOpenSearches(time: UtcMs): Promise<void>;
}

/** Submitter of jobs that no user requested. */
const SYSTEM_USER = 'Signalwheel';

/** Runs a task, unless the task has changed to another run. `run` null: whichever run is current. */
export async function runTask(
	parts: ResearchParts,
	id: number,
	run: number | null,
	signal: AbortSignal,
	notify?: (phase: string, fraction: number) => void,
): Promise<SearchEnd> {
	const task = await parts.store.searches.taskById(id);
	if (!task || (run !== null && task.run !== run)) return 'canceled';
	return runSearch(parts, id, signal, notify);
}

export function createSearchHandlers(parts: ResearchParts): BoundJob[] {
	return [
		bindJob(SEARCH, async ({ id, run }, { signal, isLastTry, progress }) => {
			try {
				return { end: await runTask(parts, id, run, signal, progress) };
			} catch (error) {
				if (isLastTry && !signal.aborted) {
					const note = 'The search failed; run it again later.';
					await parts.store.searches.changeTask({ id, run }, { state: 'failed', note, finishedAt: parts.wallNow() });
				}
				throw error;
			}
		}),
		bindJob(SEARCH_UPKEEP, async ({ id }, { signal, progress }) => ({ end: await runTask(parts, id, null, signal, progress) })),
	];
}

export function createSearchJobs(parts: ResearchParts, jobs: Pick<Jobs, 'submit' | 'findByKey'>): SearchJobs {
	const { searches } = parts.store;

	const start = async ({ id, run }: SearchTask): Promise<void> => {
		await jobs.submit(SEARCH, { id, run }, SYSTEM_USER);
	};

	const recoverTask = async (task: SearchTask): Promise<void> => {
		const job = await jobs.findByKey(SEARCH, task);
		if (job && isOpen(job)) return;
		const restarted = await searches.restartTask(task.id, { now: parts.wallNow() });
		if (restarted) await start(restarted);
	};

	/** Restarts a task if its past reports have changed. A run in progress ends with its next step. */
	const restartIfStale = async (task: SearchTask): Promise<void> => {
		if (!(await hasPastChanged(parts, task))) return;
		const restarted = await searches.restartTask(task.id, { question: task.question, now: parts.wallNow() });
		if (restarted) await start(restarted);
	};

	return {
		start,
		recover: async () => {
			for (const task of await searches.tasksIn(['waiting', 'running'])) await recoverTask(task);
		},
		cancelTask: async ({ kind, request }) => {
			if (kind !== SEARCH.kind) return;
			const now = parts.wallNow();
			await searches.changeTask(SEARCH.payload.parse(request), { state: 'canceled', updatedAt: now, finishedAt: now });
		},
		restartStale: async () => {
			for (const task of await searches.tasksIn(['waiting', 'running', 'done'])) await restartIfStale(task);
		},
		continueOpenSearches: async (time) => {
			for (const { id } of await searches.openTasks()) await jobs.submit(SEARCH_UPKEEP, { id, report: time }, SYSTEM_USER);
		},
	};
}
