import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import type { Job, JobStore } from '../../platform/jobs/job-runner.ts';

const KEY = 'admin_jobs';

/** The newest jobs in one value: they are few, one process runs them, and they are read whole. */
export const settingsJobStore = (db: Db): JobStore => ({
	load: async () => {
		const value = await setting(db, KEY);
		return Array.isArray(value) ? (value as Job[]) : [];
	},
	save: (jobs) => saveSetting(db, KEY, jobs),
});
