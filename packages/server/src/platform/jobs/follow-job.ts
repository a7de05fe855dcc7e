import type { Db } from '@sw/store/postgres/records';
import { jobById, linesAfter } from '@sw/store/postgres/records/jobs';
import { isOpen, type Job, jobOf } from './job.ts';
import type { JobChanges } from './job-changes.ts';

/** Receives a job's output. */
export interface Follower {
	line?(line: string): void;
	progress?(phase: string, share: number | null): void;
}

/** Resolves with the job when it has ended. Rejects when it does not exist, and when this process stops. */
export async function followJob(
	{ db, jobChanges, stopping }: { db: Db; jobChanges: JobChanges; stopping: AbortSignal },
	id: string,
	follower: Follower = {},
): Promise<Job> {
	let news = Promise.withResolvers<void>();
	const stop = (): void => news.resolve();
	stopping.addEventListener('abort', stop);
	const unsubscribe = jobChanges.on(id, () => news.resolve());
	let reported = 0;
	let before: Job | undefined;
	try {
		for (;;) {
			stopping.throwIfAborted();
			news = Promise.withResolvers();
			const row = await jobById(db, id);
			if (!row) throw new RangeError(`Unknown job ${id}.`);
			const job = jobOf(row);
			if (isOpen(job) && (before?.phase !== job.phase || before.progress !== job.progress)) follower.progress?.(job.phase, job.progress);
			before = job;
			// After the job is read: an ended job has written all of its lines.
			for (const { number, line } of await linesAfter(db, id, reported)) {
				reported = number;
				follower.line?.(line);
			}
			if (!isOpen(job)) return job;
			await news.promise;
		}
	} finally {
		unsubscribe();
		stopping.removeEventListener('abort', stop);
	}
}
