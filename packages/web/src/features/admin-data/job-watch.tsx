import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { ADMIN_KEY } from '../../entities/administration/table-state.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './data.module.css';
import { isUnderWay, type Job, jobQuery, lastJobQuery } from './queries.ts';
import { dataWords as words } from './words.ts';

/** Shows a job's progress, cancel button and result. At the end, all administration data except jobs is reloaded. */
export function JobWatch({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: job, isError, refetch } = useQuery(jobQuery(api, id));
	const isFinished = job !== undefined && !isUnderWay(job);
	useEffect(() => {
		if (isFinished) void queryClient.invalidateQueries({ queryKey: ADMIN_KEY, predicate: ({ queryKey }) => queryKey[2] !== 'job' });
	}, [isFinished, queryClient]);
	if (isError) return <LoadFailed retry={() => void refetch()} />;
	if (!job) return null;
	return (
		<section className={`${panel['panel']} ${css['job']}`} aria-label={words.job(job.kind)}>
			<p role="status">
				<b>{words.job(job.kind)}</b> <span className={job.state === 'failed' ? css['fault'] : undefined}>{formatState(job)}</span>
			</p>
			{job.state === 'running' && job.progress !== null ? (
				<progress max={1} value={job.progress} aria-label={words.progress(job.kind)} />
			) : null}
			{isFinished ? null : (
				<ActionButton
					label={words.cancel}
					effect={words.cancelEffect}
					confirmLabel={words.confirmLabel}
					act={async () => {
						await api.operations.cancelJob({ params: { id } });
						return words.canceled;
					}}
				/>
			)}
		</section>
	);
}

function formatState(job: Job): string {
	if (job.state === 'done') return words.outcome(job);
	if (job.state === 'running') return formatDatesIn(job.phase);
	return job.error === null ? words.jobState(job.state) : `${words.jobState(job.state)}: ${formatDatesIn(job.error)}`;
}

interface Props {
	listJob: ReturnType<typeof useListJob>;
	/** Shown if no job of this kind has run yet. */
	empty: { title: string; detail: string };
	children: (job: Job) => ReactNode;
}

/** Shows the result of a job once it is done. Otherwise, it shows the progress, or why there is no result. */
export function JobResult({ listJob: { job, isError, retry }, empty, children }: Props) {
	if (isError) return <LoadFailed retry={retry} />;
	if (job === undefined)
		return (
			<p className={css['note']} role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	if (job === null) return <StateBox title={empty.title} detail={empty.detail} />;
	return (
		<>
			<JobWatch id={job.id} />
			{job.state === 'done' ? children(job) : null}
		</>
	);
}

/** Returns the job whose result is listed: the job with this id, otherwise the last of its kind. Undefined while loading; null if there is none. */
export function useListJob(kind: Job['kind'], id: string | undefined): { job: Job | null | undefined; isError: boolean; retry(): void } {
	const { api } = useRouteContext({ from: '__root__' });
	const lastJob = useQuery({ ...lastJobQuery(api, kind), enabled: id === undefined });
	const jobId = id ?? lastJob.data?.id;
	const selectedJob = useQuery({ ...jobQuery(api, jobId ?? ''), enabled: jobId !== undefined });
	const retry = (): void => void (id === undefined && lastJob.isError ? lastJob.refetch() : selectedJob.refetch());
	return { job: jobId === undefined ? lastJob.data : selectedJob.data, isError: lastJob.isError || selectedJob.isError, retry };
}
