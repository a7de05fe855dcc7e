import { utcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { addJob } from '@sw/store/postgres/records/jobs';
import { removeSetting, setting } from '@sw/store/postgres/records/settings';
import { isOpen, type Job } from '../../platform/jobs/job.ts';

/** Setting in which earlier versions of the product kept the newest corrections, newest first. */
const SETTING_KEY = 'admin_jobs';

/** Moves corrections of an earlier version into the job table. Those that were queued or running are queued again, in the same order. */
export function importSavedJobs(db: Db): Promise<void> {
	return db.transaction(async (tx) => {
		const savedJobs = await setting(tx, SETTING_KEY);
		if (savedJobs === undefined) return;
		for (const job of Array.isArray(savedJobs) ? (savedJobs as Job[]).toReversed() : []) {
			const { created, started, finished, ...rest } = job;
			await addJob(tx, {
				...rest,
				...(isOpen(job) ? { state: 'queued', phase: 'Waiting', progress: null } : {}),
				createdAt: utcMs(created),
				startedAt: started === null ? null : utcMs(started),
				finishedAt: finished === null ? null : utcMs(finished),
			});
		}
		await removeSetting(tx, SETTING_KEY);
	});
}
