/** Background jobs. */
export const JOB_KINDS = [
	'gaps',
	'splits_check',
	'splits',
	'corporate_actions',
	'history',
	'undo_import',
	'remove_ticker',
	'rename_ticker',
	'reports',
	'import',
	'search',
	'search_upkeep',
	'forecast_monitor',
	'replication',
	'chain',
	'payment_notices',
	'breadth',
	'breadth_notices',
	'deep_cells',
	'backup',
	'anchor',
	'filter_notices',
	'deliver_mail',
	'deliver_push',
	'deliver_webhook',
	'deliver_app',
] as const;
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
/** `created` is the order in which jobs were requested. */
export const JOB_SORTS = ['created', 'kind', 'state', 'by', 'took', 'finished'] as const;
/** Maximum number of jobs counted. */
export const MAX_JOBS_COUNT = 10_000;

export type JobKind = (typeof JOB_KINDS)[number];
export type JobState = (typeof JOB_STATES)[number];
export type JobSort = (typeof JOB_SORTS)[number];
