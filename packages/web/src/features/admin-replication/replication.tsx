import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { PageHead } from '../../entities/administration/admin-table.tsx';
import { ADMIN_KEY, ALWAYS_REFETCH } from '../../entities/administration/table-state.ts';
import { CombinationTable, EffectTable } from '../../entities/replication/effect-table.tsx';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { POLL_MS } from '../../lib/refresh.ts';
import { buttonClass } from '../../ui/button.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { replicationWords as words } from './words.ts';

type ReplicationState = AnswerOf<Contract['research']['measuredReplication']>;
type Job = NonNullable<ReplicationState['job']>;

/** Measures published effects on the stored prices, shows the results and publishes them. */
export function AdminReplication() {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery({
		queryKey: [...ADMIN_KEY, 'replication'],
		queryFn: () => api.research.measuredReplication(),
		refetchInterval: ({ state }) => (isUnderWay(state.data?.job ?? null) ? POLL_MS : false),
		...ALWAYS_REFETCH,
	});
	const latest = data?.latest ?? null;
	const isLatestPublished = latest !== null && data?.published?.measured === latest.measured;
	return (
		<>
			<PageHead title={words.title}>
				<ActionButton
					label={words.measure}
					effect={words.measureEffect}
					confirmLabel={words.confirmLabel}
					disabled={data === undefined || isUnderWay(data.job)}
					act={async () => {
						await api.research.measureReplication();
						return words.jobQueued;
					}}
				/>
				{latest && !isLatestPublished ? (
					<ActionButton
						label={words.publish}
						effect={words.publishEffect}
						confirmLabel={words.confirmLabel}
						act={async () => {
							await api.research.publishReplication({ body: { measured: latest.measured } });
							return words.publishDone;
						}}
					/>
				) : null}
				{data?.published ? (
					<>
						<ActionButton
							label={words.withdraw}
							effect={words.withdrawEffect}
							confirmLabel={words.confirmLabel}
							act={async () => {
								await api.research.withdrawReplication();
								return words.withdrawDone;
							}}
						/>
						<Link to="/replication" className={buttonClass}>
							{words.open}
						</Link>
					</>
				) : null}
			</PageHead>
			{isError && !data ? <LoadFailed retry={() => void refetch()} /> : null}
			{!data && !isError ? <p role="status">{common.loading}</p> : null}
			{data?.job ? <Progress job={data.job} /> : null}
			{data && !latest ? <StateBox title={words.empty} detail={words.emptyDetail} /> : null}
			{data && latest ? (
				<>
					<p>{formatPublication(data, isLatestPublished)}</p>
					<EffectTable results={latest} />
					{latest.combinations ? <CombinationTable combinations={latest.combinations} /> : null}
				</>
			) : null}
		</>
	);
}

function formatPublication({ published }: ReplicationState, isLatest: boolean): string {
	if (!published) return words.unpublished;
	const publishedAt = etDateTime(msOf(published.published));
	return isLatest ? words.published(publishedAt) : words.older(etDateTime(msOf(published.measured)), publishedAt);
}

/** Shows the progress of the measurement, or why the last one ended without results. */
function Progress({ job }: { job: Job }) {
	if (job.state === 'done') return null;
	const reason = formatDatesIn(job.error ?? '');
	const text = {
		queued: words.queued,
		running: words.running(formatDatesIn(job.phase)),
		failed: words.failed(reason),
		canceled: words.canceled,
	}[job.state];
	return (
		<div role="status">
			<p>{text}</p>
			{job.state === 'running' && job.progress !== null ? <progress max={1} value={job.progress} aria-label={words.progress} /> : null}
		</div>
	);
}

function isUnderWay(job: Job | null): boolean {
	return job?.state === 'queued' || job?.state === 'running';
}
