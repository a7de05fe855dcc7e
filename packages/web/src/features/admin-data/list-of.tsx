import type { ReactNode } from 'react';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './data.module.css';
import { JobWatch } from './job-watch.tsx';
import type { Job } from './queries.ts';
import type { useListJob } from './use-list-job.ts';

interface Props {
	list: ReturnType<typeof useListJob>;
	/** Shown if no such job has run yet. */
	empty: { title: string; detail: string };
	children: (job: Job) => ReactNode;
}

/** A job's findings once it is done; before that, its progress or why there are none. */
export function ListOf({ list: { job, isError, retry }, empty, children }: Props) {
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
