import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import css from './data.module.css';
import { isUnderWay, type Job, jobQuery } from './queries.ts';
import { dataWords as words } from './words.ts';

/** A job's progress, its cancel button and its result. The page's data is fetched again when it ends. */
export function JobWatch({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: job, isError, refetch } = useQuery(jobQuery(api, id));
	const isOver = job !== undefined && !isUnderWay(job);
	useEffect(() => {
		if (isOver) void queryClient.invalidateQueries({ queryKey: ADMIN, predicate: ({ queryKey }) => queryKey[2] !== 'job' });
	}, [isOver, queryClient]);
	if (isError) return <LoadFailed retry={() => void refetch()} />;
	if (!job) return null;
	return (
		<section className={`${panel['panel']} ${css['job']}`} aria-label={words.job(job.kind)}>
			<p role="status">
				<b>{words.job(job.kind)}</b> <span className={job.state === 'failed' ? css['fault'] : undefined}>{stateText(job)}</span>
			</p>
			{job.state === 'running' && job.progress !== null ? (
				<progress max={1} value={job.progress} aria-label={words.progress(job.kind)} />
			) : null}
			{isOver ? null : (
				<ActionButton
					label={words.cancel}
					will={words.cancelWill}
					sure={words.sure}
					act={async () => {
						await api.operations.cancelJob({ params: { id } });
						return words.canceled;
					}}
				/>
			)}
		</section>
	);
}

function stateText(job: Job): string {
	if (job.state === 'done') return words.outcome(job);
	if (job.state === 'running') return screenDates(job.phase);
	return job.error === null ? words.jobState(job.state) : `${words.jobState(job.state)}: ${screenDates(job.error)}`;
}
