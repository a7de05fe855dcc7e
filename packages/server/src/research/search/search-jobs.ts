import type { SearchTask } from '@sw/domain/research/search-task';
import type { UtcMs } from '@sw/domain/time/units';
import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import { isOpen, type Job } from '../../platform/jobs/job.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ResearchParts } from '../parts.ts';
import { hasReadOtherwise, runSearch, type SearchEnd } from './run-search.ts';

export const SEARCH_LANE = 'searches';

/** A task's run: a task that is changed gets another. */
export const SEARCH = defineJob({
	kind: 'search',
	lane: SEARCH_LANE,
	payload: z.object({ id: z.number(), run: z.number() }),
	// One job at a time works on a task.
	turn: ({ id }) => String(id),
	key: ({ id, run }) => `${id}.${run}`,
	retries: 3,
});

/** A search without an end goes on with a new report. */
export const SEARCH_UPKEEP = defineJob({
	kind: 'search_upkeep',
	lane: SEARCH_LANE,
	payload: z.object({ id: z.number(), report: z.number() }),
	// One job at a time works on a task.
	turn: ({ id }) => String(id),
	key: ({ id, report }) => `${id}.${report}`,
});

export interface SearchJobs {
	/** Hands a waiting task to the background; the same run never twice. */
	start(task: SearchTask): Promise<void>;
	/** Hands over tasks that no job knows: an earlier version's, or those whose job was given up. */
	recover(): Promise<void>;
	/** The job of a run was canceled by who keeps the product: its task does not wait for it any more. */
	canceled(job: Pick<Job, 'kind' | 'request'>): Promise<void>;
	/** Reports of the past came out, or came out otherwise: searches that have read them begin anew. */
	pastChanged(): Promise<void>;
	/** A new report: searches without an end go on with it. */
	reportPublished(time: UtcMs): Promise<void>;
}

/** Who asks where nobody did. */
const HOUSE = 'Signalwheel';

/** Works on a task; on none that has gone over to another run. */
export const workOn = async (
	parts: ResearchParts,
	id: number,
	run: number | null,
	signal: AbortSignal,
	tell?: (phase: string, share: number) => void,
): Promise<SearchEnd> => {
	const task = await parts.store.searches.taskById(id);
	if (!task || (run !== null && task.run !== run)) return 'canceled';
	return runSearch(parts, id, signal, tell);
};

export const searchHandlers = (parts: ResearchParts): BoundJob[] => [
	bindJob(SEARCH, async ({ id, run }, { signal, isLastTry, progress }) => {
		try {
			return { end: await workOn(parts, id, run, signal, progress) };
		} catch (error) {
			if (isLastTry && !signal.aborted) {
				const note = 'The search failed; run it again later.';
				await parts.store.searches.changeTask({ id, run }, { state: 'failed', note, finishedAt: parts.wallNow() });
			}
			throw error;
		}
	}),
	bindJob(SEARCH_UPKEEP, async ({ id }, { signal, progress }) => ({ end: await workOn(parts, id, null, signal, progress) })),
];

export const createSearchJobs = (parts: ResearchParts, jobs: Pick<Jobs, 'submit' | 'underKey'>): SearchJobs => {
	const { searches } = parts.store;

	const start = async ({ id, run }: SearchTask): Promise<void> => {
		await jobs.submit(SEARCH, { id, run }, HOUSE);
	};

	const recover = async (task: SearchTask): Promise<void> => {
		const job = await jobs.underKey(SEARCH, task);
		if (job && isOpen(job)) return;
		// The next run goes on from the last step that was committed.
		const taken = await searches.restartTask(task.id, { now: parts.wallNow() });
		if (taken) await start(taken);
	};

	/** A run that is under way ends with its next step. */
	const anew = async (task: SearchTask): Promise<void> => {
		if (!(await hasReadOtherwise(parts, task))) return;
		const taken = await searches.restartTask(task.id, { question: task.question, now: parts.wallNow() });
		if (taken) await start(taken);
	};

	return {
		start,
		recover: async () => {
			for (const task of await searches.tasksIn(['waiting', 'running'])) await recover(task);
		},
		canceled: async ({ kind, request }) => {
			if (kind !== SEARCH.kind) return;
			const now = parts.wallNow();
			await searches.changeTask(SEARCH.payload.parse(request), { state: 'canceled', updatedAt: now, finishedAt: now });
		},
		pastChanged: async () => {
			for (const task of await searches.tasksIn(['waiting', 'running', 'done'])) await anew(task);
		},
		reportPublished: async (time) => {
			for (const { id } of await searches.openTasks()) await jobs.submit(SEARCH_UPKEEP, { id, report: time }, HOUSE);
		},
	};
};
