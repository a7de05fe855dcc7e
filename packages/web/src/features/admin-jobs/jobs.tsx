import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { begunElsewhere, canBeRetried } from '../../entities/administration/job-kinds.ts';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { screenDates } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { JobLog } from './job-log.tsx';
import css from './jobs.module.css';
import { isUnderWay, JOBS, type Job, jobsQuery } from './queries.ts';
import { requestText } from './request-text.ts';
import { tookText } from './took-text.ts';
import { jobWords as words } from './words.ts';

function instant(iso: string | null): string {
	return iso === null ? '' : etDateTime(msOf(iso));
}

/** Its progress, or its result. */
function State({ job }: { job: Job }) {
	const { state, phase, progress, error } = job;
	return (
		<div className={`${css['state']} ${state === 'failed' ? css['fault'] : ''}`}>
			{state === 'running' ? screenDates(phase) : words.stateOf(job)}
			{error === null ? '' : `: ${screenDates(error)}`}
			{state === 'running' && progress !== null ? (
				<progress max={1} value={progress} aria-label={words.progress(words.kindOf(job))} />
			) : null}
		</div>
	);
}

const COLUMNS: readonly AdminColumn<Job, string>[] = [
	{ key: 'kind', label: words.kind, cell: words.kindOf },
	{ key: 'what', label: words.what, cell: ({ request }) => requestText(request) || words.whole },
	{ key: 'state', label: words.state, cell: (job) => <State job={job} /> },
	{ key: 'by', label: words.by, cell: ({ by }) => by },
	{ key: 'created', label: words.created, cell: ({ created }) => instant(created) },
	{ key: 'took', label: words.took, cell: tookText },
	{ key: 'finished', label: words.ended, cell: ({ finished }) => instant(finished) },
];

/** Every job: its progress or error, its result, and buttons to cancel or repeat it. */
export function AdminJobs({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(JOBS, search);
	const { data, isError, refetch } = useQuery(jobsQuery(api, state));
	const [read, readLog] = useState<Job>();
	const act = {
		key: 'act' as const,
		label: words.act,
		cell: (job: Job) => {
			const { id } = job;
			const kind = words.kindOf(job);
			const elsewhere = begunElsewhere(job);
			return (
				<div className={css['acts']}>
					<button
						type="button"
						className={buttonClass}
						aria-label={words.logNamed(kind, instant(job.created))}
						onClick={() => readLog(job)}
					>
						{words.log}
					</button>
					{isUnderWay(job) ? (
						<ActionButton
							label={words.cancel}
							named={words.cancelNamed(kind)}
							will={job.kind === 'search' ? words.cancelSearchWill : words.cancelWill}
							sure={words.sure}
							act={async () => {
								await api.operations.cancelJob({ params: { id } });
								return words.canceled(kind);
							}}
						/>
					) : null}
					{canBeRetried(job) ? (
						<ActionButton
							label={words.retry}
							named={words.retryNamed(kind)}
							will={words.retryWill}
							sure={words.sure}
							act={async () => {
								await api.operations.retryJob({ params: { id } });
								return words.retried(kind);
							}}
						/>
					) : null}
					{elsewhere === undefined ? null : <small className={css['elsewhere']}>{elsewhere}</small>}
				</div>
			);
		},
	};
	return (
		<>
			<PageHead title={words.title} />
			<p className={css['note']}>{words.note}</p>
			<TableFilters
				rules={JOBS}
				state={state}
				labels={{ kind: words.kind, state: words.state }}
				words={{ kind: words.kinds, state: words.states }}
			/>
			<AdminTable
				label={words.title}
				rules={JOBS}
				state={state}
				columns={[...COLUMNS, act]}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.none }}
			/>
			{read ? (
				<JobLog
					key={read.id}
					id={read.id}
					title={words.logNamed(words.kindOf(read), instant(read.created))}
					close={() => readLog(undefined)}
				/>
			) : null}
		</>
	);
}
