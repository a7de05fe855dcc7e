import type { AnswerOf } from '@sw/contract/base/define';
import type { jobCalls } from '@sw/contract/operations/jobs';
import { JOB_KINDS } from '@sw/domain/access/job';
import { isoSeconds } from '@sw/domain/time/format';
import type { Job } from '../platform/jobs/job.ts';

/** Presents a job. A kind that this version doesn't know is shown as 'reports'. */
export function presentJob({ kind, created, started, finished, request, result, ...job }: Job): AnswerOf<(typeof jobCalls)['job']> {
	return {
		...job,
		kind: JOB_KINDS.find((jobKind) => jobKind === kind) ?? 'reports',
		request: { ...request },
		result: result === null ? null : { ...result },
		created: isoSeconds(created),
		started: isoOrNull(started),
		finished: isoOrNull(finished),
	};
}

function isoOrNull(at: number | null): string | null {
	return at === null ? null : isoSeconds(at);
}
