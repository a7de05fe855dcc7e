import type { JobKind, JobState } from '@sw/domain/access/job';

/** Labels of jobs that administrators don't start. */
export const OTHER_JOB_LABELS: Readonly<
	Record<
		Exclude<
			JobKind,
			| 'gaps'
			| 'splits_check'
			| 'splits'
			| 'corporate_actions'
			| 'history'
			| 'undo_import'
			| 'remove_ticker'
			| 'rename_ticker'
			| 'reports'
			| 'import'
		>,
		string
	>
> = {
	search: 'User’s signal search',
	search_upkeep: 'Resume a signal search',
	forecast_monitor: 'Measure forecasts',
	replication: 'Measure published effects',
	chain: 'Check the report chain',
	payment_notices: 'Process payment notifications',
	breadth: 'Count market breadth',
	breadth_notices: 'Breadth alerts',
	deep_cells: 'Index past reports by depth',
	backup: 'Scheduled backup',
	anchor: 'Stamp the report chain',
	filter_notices: 'Filter alerts after a report',
	deliver_mail: 'Deliver alerts by mail',
	deliver_push: 'Deliver push alerts',
	deliver_webhook: 'Deliver webhook alerts',
	deliver_app: 'Deliver alerts to apps',
};

/** Explains how to restart jobs that the job list can't restart. */
const RESTART_HINTS: Readonly<Partial<Record<JobKind, string>>> = {
	import: 'To import the file, upload it again.',
	search: 'Only the user who created the search can start it again.',
};

interface JobOutcome {
	kind: JobKind;
	state: JobState;
}

/** Explains how to restart a failed or canceled job that the job list can't restart; undefined for other jobs. */
export function restartHint(job: JobOutcome): string | undefined {
	return isUnsuccessful(job) ? RESTART_HINTS[job.kind] : undefined;
}

function isUnsuccessful({ state }: JobOutcome): boolean {
	return state === 'failed' || state === 'canceled';
}

/** Whether the job list can restart a job with the same request. */
export function canBeRetried(job: JobOutcome): boolean {
	return isUnsuccessful(job) && RESTART_HINTS[job.kind] === undefined;
}
