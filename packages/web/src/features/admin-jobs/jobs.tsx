import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { canBeRetried, restartHint } from '../../entities/administration/job-kinds.ts';
import { type AdminSearch, readTable } from '../../entities/administration/table-state.ts';
import { adminWords } from '../../entities/administration/words.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import css from './jobs.module.css';
import { isUnderWay, JOBS, type Job, jobsQuery, LINES_PER_PAGE, logQuery } from './queries.ts';
import { jobWords as words } from './words.ts';

/** Request fields that jobs store as UTC milliseconds. */
const INSTANT_FIELDS = new Set(['close', 'report']);

/** Maximum number of list items in a text; a file of splits has up to 2,000 items. */
const MAX_LISTED = 5;

function formatTime(iso: string | null): string {
	return iso === null ? '' : etDateTime(msOf(iso));
}

/** Shows a job's progress while it runs, otherwise its result. */
function State({ job }: { job: Job }) {
	const { state, phase, progress, error } = job;
	return (
		<div className={`${css['state']} ${state === 'failed' ? css['fault'] : ''}`}>
			{state === 'running' ? formatDatesIn(phase) : words.stateOf(job)}
			{error === null ? '' : `: ${formatDatesIn(error)}`}
			{state === 'running' && progress !== null ? (
				<progress max={1} value={progress} aria-label={words.progress(words.kindOf(job))} />
			) : null}
		</div>
	);
}

const COLUMNS: readonly AdminColumn<Job, string>[] = [
	{ key: 'kind', label: words.kind, cell: words.kindOf },
	{ key: 'what', label: words.request, cell: ({ request }) => formatRequest(request) || words.everything },
	{ key: 'state', label: words.state, cell: (job) => <State job={job} /> },
	{ key: 'by', label: words.by, cell: ({ by }) => by },
	{ key: 'created', label: words.created, cell: ({ created }) => formatTime(created) },
	{ key: 'took', label: words.duration, cell: formatDuration },
	{ key: 'finished', label: words.ended, cell: ({ finished }) => formatTime(finished) },
];

/** Lists every job: its progress or error, its result, and buttons to cancel or repeat it. */
export function AdminJobs({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(JOBS, search);
	const { data, isError, refetch } = useQuery(jobsQuery(api, state));
	const [loggedJob, setLoggedJob] = useState<Job>();
	const actionColumn = {
		key: 'act' as const,
		label: words.act,
		cell: (job: Job) => {
			const { id } = job;
			const kind = words.kindOf(job);
			const hint = restartHint(job);
			return (
				<div className={css['acts']}>
					<button
						type="button"
						className={buttonClass}
						aria-label={words.logNamed(kind, formatTime(job.created))}
						onClick={() => setLoggedJob(job)}
					>
						{words.log}
					</button>
					{isUnderWay(job) ? (
						<ActionButton
							label={words.cancel}
							fullLabel={words.cancelNamed(kind)}
							effect={job.kind === 'search' ? words.cancelSearchEffect : words.cancelEffect}
							confirmLabel={words.confirmLabel}
							act={async () => {
								await api.operations.cancelJob({ params: { id } });
								return words.canceled(kind);
							}}
						/>
					) : null}
					{canBeRetried(job) ? (
						<ActionButton
							label={words.retry}
							fullLabel={words.retryNamed(kind)}
							effect={words.retryEffect}
							confirmLabel={words.confirmLabel}
							act={async () => {
								await api.operations.retryJob({ params: { id } });
								return words.retried(kind);
							}}
						/>
					) : null}
					{hint === undefined ? null : <small className={css['elsewhere']}>{hint}</small>}
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
				columns={[...COLUMNS, actionColumn]}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: words.none }}
			/>
			{loggedJob ? (
				<JobLog
					key={loggedJob.id}
					id={loggedJob.id}
					title={words.logNamed(words.kindOf(loggedJob), formatTime(loggedJob.created))}
					close={() => setLoggedJob(undefined)}
				/>
			) : null}
		</>
	);
}

/** Describes a job's request: '06/01/2026 to 06/03/2026'. '' if the request covers everything. */
export function formatRequest({ from, to, ...otherFields }: Readonly<Record<string, unknown>>): string {
	const span =
		from === undefined
			? to === undefined
				? ''
				: `to ${formatValue(to)}`
			: to === undefined
				? `from ${formatValue(from)}`
				: `${formatValue(from)} to ${formatValue(to)}`;
	const otherTexts = Object.entries(otherFields)
		.filter(([key, value]) => key !== 'fetch' && formatValue(value) !== '')
		.map(([key, value]) => {
			if (key === 'date') return formatValue(value);
			return `${key.replaceAll('_', ' ')} ${INSTANT_FIELDS.has(key) ? etDateTime(Number(value)) : formatValue(value)}`;
		});
	return [span, ...otherTexts].filter((part) => part !== '').join(', ');
}

function formatValue(value: unknown): string {
	if (Array.isArray(value)) {
		const suffix = value.length > MAX_LISTED ? [`and ${value.length - MAX_LISTED} more`] : [];
		return [...value.slice(0, MAX_LISTED).map(formatValue), ...suffix].join('; ');
	}
	if (value !== null && typeof value === 'object') return formatRequest(value as Record<string, unknown>);
	return typeof value === 'string' ? formatDatesIn(value) : String(value);
}

/** Describes how long a job took; '' if it has not ended or never started. */
export function formatDuration({ started, finished }: Pick<Job, 'started' | 'finished'>): string {
	if (started === null || finished === null) return '';
	const seconds = Math.max(0, Math.round((msOf(finished) - msOf(started)) / 1_000));
	if (seconds < 60) return words.seconds(seconds);
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? words.minutes(minutes, seconds % 60) : words.hours(Math.floor(minutes / 60), minutes % 60);
}

interface JobLogProps {
	id: string;
	title: string;
	close: () => void;
}

/** Dialog with the log of a job, page by page. Opens on mount. */
function JobLog({ id, title, close }: JobLogProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const dialog = useRef<HTMLDialogElement>(null);
	const [page, setPage] = useState(1);
	const { data, isError, refetch } = useQuery(logQuery(api, id, page));
	const total = data?.total_count ?? 0;
	const skip = (page - 1) * LINES_PER_PAGE;
	return (
		<Dialog dialog={dialog} title={title} size="wide" opensOnMount onClose={close}>
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data === undefined && !isError ? <p aria-busy="true">{common.loading}</p> : null}
			{data && total === 0 ? <p>{words.logEmpty}</p> : null}
			{data && total > 0 ? (
				<ol className={css['log']} start={skip + 1}>
					{data.items.map(({ number, line }) => (
						<li key={number}>{formatDatesIn(line)}</li>
					))}
				</ol>
			) : null}
			{total > LINES_PER_PAGE ? (
				<nav className={css['pages']} aria-label={words.logPages}>
					<button type="button" className={buttonClass} disabled={page === 1} onClick={() => setPage(page - 1)}>
						{words.earlier}
					</button>
					<span>{adminWords.pageOf(skip + 1, Math.min(skip + LINES_PER_PAGE, total), total)}</span>
					<button type="button" className={buttonClass} disabled={skip + LINES_PER_PAGE >= total} onClick={() => setPage(page + 1)}>
						{words.later}
					</button>
				</nav>
			) : null}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}
