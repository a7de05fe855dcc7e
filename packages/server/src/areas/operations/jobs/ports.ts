import type { Caller } from '@sw/domain/access/caller';
import type { JobKind, JobSort, JobState } from '@sw/domain/access/job';
import type { Job } from '../../../platform/jobs/job.ts';
import type { AuditAct } from '../../audit-act.ts';

interface Part {
	skip: number;
	max: number;
}

export interface JobsAreaParts {
	/** Of kinds or in a state if told, in an order. */
	page(
		asked: Part & {
			kinds?: readonly JobKind[] | undefined;
			state?: JobState | undefined;
			sortBy: JobSort;
			sortDir: 'asc' | 'desc';
		},
	): Promise<{ readonly items: readonly Job[]; readonly total: number; readonly isMore: boolean }>;
	/** What one has said, in its order. */
	lines(id: string, part: Part): Promise<{ readonly items: readonly { number: number; line: string }[]; readonly total: number }>;
	find(id: string): Promise<Job | undefined>;
	/** Ends one that waits or runs; undefined when there is none. */
	cancel(id: string): Promise<Job | undefined>;
	/** One that has ended, asked for anew; undefined when there is none. */
	again(id: string, by: string): Promise<Job | undefined>;
	readonly audit: AuditAct;
	/** The caller's e-mail address. */
	nameOf(caller: Caller): Promise<string>;
}
