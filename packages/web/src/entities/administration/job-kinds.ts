import type { JobKind, JobState } from '@sw/domain/access/job';

/** Work that nobody asked for by an act of the administration. */
export const OTHER_WORK: Readonly<Record<Exclude<JobKind, 'gaps' | 'splits_check' | 'splits' | 'history' | 'reports' | 'import'>, string>> =
	{
		search: 'Search of an account',
		search_upkeep: 'Going on with a search',
		forecast_monitor: 'Measuring of forecasts',
		chain: 'Check of the chain of reports',
		payment_notices: 'Work on notices of payments',
		breadth: 'Counting of breadth',
		breadth_notices: 'Messages about breadth',
		deep_cells: 'Sorting of past reports by depth',
		filter_notices: 'Notices of filters after a report',
		deliver_mail: 'Deliver notices by mail',
		deliver_push: 'Deliver notices to browsers',
		deliver_webhook: 'Deliver notices to webhooks',
	};

const ELSEWHERE: Readonly<Partial<Record<JobKind, string>>> = {
	import: 'To import it, upload the file again.',
	search: 'It is started again on the page of searches, by whose it is.',
};

interface Ended {
	kind: JobKind;
	state: JobState;
}

const didNotDo = ({ state }: Ended): boolean => state === 'failed' || state === 'canceled';

/** Where one that failed or was canceled is begun anew, if not among the jobs. */
export const begunElsewhere = (job: Ended): string | undefined => (didNotDo(job) ? ELSEWHERE[job.kind] : undefined);

/** Asked for again as it was. */
export const canBeRetried = (job: Ended): boolean => didNotDo(job) && ELSEWHERE[job.kind] === undefined;
