import { useNavigate } from '@tanstack/react-router';
import { type AdminSearch, adminLink } from '../../entities/administration/table-state.ts';
import type { Job } from './queries.ts';

/** Ids of the jobs that a section of the page follows. `job`: the job whose result is listed. `act`: a job that fixes something in the list. */
export interface FollowedJobs {
	readonly job: string | undefined;
	readonly act: string | undefined;
}

export function readFollowedJobs(search: AdminSearch): FollowedJobs {
	return { job: search['job'], act: search['act'] };
}

/** Returns a function that writes a queued job into the URL, so that the section follows the job. */
export function useFollowJob(view: View, { job }: FollowedJobs) {
	const navigate = useNavigate();
	return (key: keyof FollowedJobs, queuedJob: Pick<Job, 'id'>): void => {
		const jobSearch = key === 'job' ? { job: queuedJob.id } : { ...(job ? { job } : {}), act: queuedJob.id };
		void navigate({ ...viewLink(view, jobSearch), resetScroll: false });
	};
}

/** The sections of the page. Default: the first. */
export const VIEWS = ['gaps', 'history', 'splits', 'quarantine', 'tickers', 'ledger', 'import', 'holidays'] as const;
export type View = (typeof VIEWS)[number];

export function readView(search: AdminSearch): View {
	return VIEWS.find((view) => view === search['view']) ?? VIEWS[0];
}

export function viewLink(view: View, extraSearch: AdminSearch = {}) {
	return adminLink('data', { ...(view === VIEWS[0] ? {} : { view }), ...extraSearch });
}
