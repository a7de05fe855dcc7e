import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { etClock, msOf } from '../../lib/format/times.ts';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { RebuildButton } from './fix-actions.tsx';
import css from './health.module.css';
import { History } from './history.tsx';
import { JobsPanel } from './jobs-panel.tsx';
import { ByTimeframe, Process, Sources, StoreSizes } from './lists.tsx';
import { ProblemList } from './problem-list.tsx';
import { healthProblems } from './problems.ts';
import { Processes } from './processes.tsx';
import { detailQuery, EVERY_MS, freshnessQuery, jobsQuery, versionsQuery } from './queries.ts';
import { SlotStrip } from './slot-strip.tsx';
import { Tiles } from './tiles.tsx';
import { healthWords as words } from './words.ts';

/** The operator's overview: problems and their fixes first, then the state of everything. Refreshes automatically. */
export function AdminHealth(_: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const detail = useQuery(detailQuery(api));
	const freshness = useQuery(freshnessQuery(api));
	const jobs = useQuery(jobsQuery(api));
	const versions = useQuery(versionsQuery(api));
	if (detail.data && freshness.data) {
		const last = detail.data.today.slots.findLast(({ state }) => state !== 'to_come');
		return (
			<>
				<PageHead title={words.title} note={words.asOf(etClock(msOf(detail.data.now)), EVERY_MS / 1_000)}>
					{last ? <RebuildButton date={last.date} /> : null}
				</PageHead>
				{detail.isError || freshness.isError ? <LoadFailed retry={() => void detail.refetch()} /> : null}
				<Tiles detail={detail.data} freshness={freshness.data} />
				<ProblemList problems={healthProblems(detail.data, freshness.data, jobs.data?.items)} />
				<SlotStrip today={detail.data.today} />
				<div className={css['two']}>
					<Sources freshness={freshness.data} sources={detail.data.sources} />
					<JobsPanel jobs={jobs.data?.items ?? []} />
				</div>
				<Processes detail={detail.data} />
				<History days={detail.data.history} />
				<div className={css['three']}>
					<ByTimeframe coverage={detail.data.coverage} />
					<StoreSizes stores={detail.data.stores} />
					<Process
						freshness={freshness.data}
						mails={detail.data.mails_waiting}
						backup={detail.data.backup}
						update={detail.data.update}
						versions={versions.data}
					/>
				</div>
			</>
		);
	}
	const retry = (): void => {
		void detail.refetch();
		void freshness.refetch();
	};
	return (
		<>
			<PageHead title={words.title} />
			{detail.isError || freshness.isError ? (
				<LoadFailed retry={retry} />
			) : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
		</>
	);
}
