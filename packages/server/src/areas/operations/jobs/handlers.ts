import type { jobCalls } from '@sw/contract/operations/jobs';
import type { Caller } from '@sw/domain/access/caller';
import type { JobKind, JobSort, JobState } from '@sw/domain/access/job';
import { notFound, Problem } from '../../../platform/errors.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import type { AuditAct } from '../../audit-act.ts';
import type { Handlers } from '../../handlers.ts';
import { presentJob } from '../../present-job.ts';

interface PageRange {
	skip: number;
	max: number;
}

interface JobsAreaParts {
	/** Lists jobs sorted as requested, optionally of some kinds or in one state. */
	list(
		query: PageRange & {
			kinds?: readonly JobKind[] | undefined;
			state?: JobState | undefined;
			sortBy: JobSort;
			sortDir: 'asc' | 'desc';
		},
	): Promise<{ readonly items: readonly Job[]; readonly total: number; readonly isMore: boolean }>;
	/** Reads the log lines of a job, oldest first. */
	readLog(id: string, range: PageRange): Promise<{ readonly items: readonly { number: number; line: string }[]; readonly total: number }>;
	find(id: string): Promise<Job | undefined>;
	/** Cancels a waiting or running job; undefined for an unknown id. */
	cancel(id: string): Promise<Job | undefined>;
	/** Submits an ended job once more; undefined for an unknown id. */
	resubmit(id: string, startedBy: string): Promise<Job | undefined>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	emailOf(caller: Caller): Promise<string>;
}

const STATE_WORDS = { queued: 'waits', running: 'runs', done: 'is done' } as const;
/** Kinds of jobs that can't be retried here, with the instruction where to restart them. */
const RESTARTED_ELSEWHERE: Readonly<Record<string, string>> = {
	// The uploaded file is deleted after the import.
	import: 'To retry an import, upload its file again',
	// Each run of a search is a separate job, started from the search page.
	search: 'To retry a search, its owner must run it again on the search page',
};

export function createJobsHandlers({ list, readLog, find, cancel, resubmit, audit, emailOf }: JobsAreaParts) {
	const present = (job: Job | undefined): ReturnType<typeof presentJob> => {
		if (!job) throw notFound('Job not found');
		return presentJob(job);
	};
	return {
		jobs: async ({ query: { skip, max, kind, state, sort_by, sort_dir } }) => {
			const { items, total, isMore } = await list({ skip, max, kinds: kind, state, sortBy: sort_by, sortDir: sort_dir });
			return { items: items.map(presentJob), total_count: total, is_more: isMore };
		},
		job: async ({ params }) => present(await find(params.id)),
		cancelJob: async ({ params, caller }) => {
			const job = present(await cancel(params.id));
			await audit(caller, 'job.cancel', `job ${params.id}`, { kind: job.kind });
			return job;
		},
		retryJob: async ({ params, caller }) => {
			const { kind, state } = present(await find(params.id));
			const instruction = RESTARTED_ELSEWHERE[kind];
			if (instruction !== undefined) throw new Problem('conflict', { detail: instruction });
			if (state !== 'failed' && state !== 'canceled')
				throw new Problem('conflict', {
					detail: `The job ${STATE_WORDS[state]}: only failed or cancelled jobs can be retried`,
				});
			const job = present(await resubmit(params.id, await emailOf(caller)));
			await audit(caller, 'job.retry', `job ${job.id}`, { of: params.id, kind });
			return job;
		},
		jobLog: async ({ params, query }) => {
			present(await find(params.id));
			const { items, total } = await readLog(params.id, query);
			return { items: [...items], total_count: total };
		},
	} satisfies Handlers<typeof jobCalls>;
}
