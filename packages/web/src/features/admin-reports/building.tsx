import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADMIN } from '../../entities/administration/admin-query.ts';
import { adminLink } from '../../entities/administration/links.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { type Job, jobQuery } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** Progress and result of a rebuild; the page is fetched again when it ends. */
export function Building({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: job, isError, refetch } = useQuery(jobQuery(api, id));
	const isOver = job !== undefined && job.state !== 'queued' && job.state !== 'running';
	useEffect(() => {
		if (isOver) void queryClient.invalidateQueries({ queryKey: ADMIN, predicate: ({ queryKey }) => queryKey[2] !== 'job' });
	}, [isOver, queryClient]);
	if (isError) return <LoadFailed retry={() => void refetch()} />;
	if (!job) return null;
	return (
		<p role="status" className={css['row']}>
			<b>{words.job}:</b>
			<span className={job.state === 'failed' ? css['missed'] : undefined}>{said(job)}</span>
			{job.state === 'running' && job.progress !== null ? <progress max={1} value={job.progress} aria-label={words.progress} /> : null}
			<Link {...adminLink('jobs', { kind: 'reports' })} className={css['link']}>
				{words.allJobs}
			</Link>
		</p>
	);
}

function said({ state, phase, error, result }: Job): string {
	if (state === 'running') return phase;
	if (state === 'done') return words.done(Number(result?.['looked'] ?? 0), Number(result?.['changed'] ?? 0));
	return error === null ? words.jobState(state) : `${words.jobState(state)}: ${error}`;
}
