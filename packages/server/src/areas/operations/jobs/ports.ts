import type { Caller } from '@sw/domain/access/caller';
import type { JobKind, JobSort, JobState } from '@sw/domain/access/job';
import type { Job } from '../../../platform/jobs/job.ts';
import type { AuditAct } from '../../audit-act.ts';

interface Part {
	skip: number;
	max: number;
}

export interface JobsAreaParts {
	/** Jobs in the given order, optionally of some kinds or in one state. */
	page(
		asked: Part & {
			kinds?: readonly JobKind[] | undefined;
			state?: JobState | undefined;
			sortBy: JobSort;
			sortDir: 'asc' | 'desc';
		},
	): Promise<{ readonly items: readonly Job[]; readonly total: number; readonly isMore: boolean }>;
	/** Log lines of a job, oldest first. */
	lines(id: string, part: Part): Promise<{ readonly items: readonly { number: number; line: string }[]; readonly total: number }>;
	find(id: string): Promise<Job | undefined>;
	/** Cancels a waiting or running job; undefined when there is none. */
	cancel(id: string): Promise<Job | undefined>;
	/** Requests an ended job again; undefined when there is none. */
	again(id: string, by: string): Promise<Job | undefined>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	nameOf(caller: Caller): Promise<string>;
}
