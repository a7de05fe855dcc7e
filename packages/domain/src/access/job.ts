/** Every kind of background work of the product. */
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
	'chain',
	'payment_notices',
	'breadth',
	'breadth_notices',
	'deep_cells',
	'backup',
	'filter_notices',
	'deliver_mail',
	'deliver_push',
	'deliver_webhook',
] as const;
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
/** `created` is the order of asking. */
export const JOB_SORTS = ['created', 'kind', 'state', 'by', 'took', 'finished'] as const;
/** Jobs are counted no further. */
export const JOBS_COUNTED = 10_000;

export type JobKind = (typeof JOB_KINDS)[number];
export type JobState = (typeof JOB_STATES)[number];
export type JobSort = (typeof JOB_SORTS)[number];
