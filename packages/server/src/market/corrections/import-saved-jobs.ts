import { utcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { addJob } from '@sw/store/postgres/records/jobs';
import { removeSetting, setting } from '@sw/store/postgres/records/settings';
import { isOpen, type Job } from '../../platform/jobs/job.ts';

/** Setting in which earlier versions of the product kept the newest corrections, newest first. */
const KEY = 'admin_jobs';

/** Moves corrections of an earlier version into the job table. Those that were queued or running are queued, in their order. */
export function importSavedJobs(db: Db): Promise<void> {
	return db.transaction(async (tx) => {
		const saved = await setting(tx, KEY);
		if (saved === undefined) return;
		for (const job of Array.isArray(saved) ? (saved as Job[]).toReversed() : []) {
			const { created, started, finished, ...rest } = job;
			await addJob(tx, {
				...rest,
				...(isOpen(job) ? { state: 'queued', phase: 'Waiting', progress: null } : {}),
				createdAt: utcMs(created),
				startedAt: started === null ? null : utcMs(started),
				finishedAt: finished === null ? null : utcMs(finished),
			});
		}
		await removeSetting(tx, KEY);
	});
}
