import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { PageHead } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/table-state.ts';
import { formatDatesIn } from '../../lib/format/screen-dates.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import css from './health.module.css';
import { History } from './history.tsx';
import { CoverageByTimeframe, Process, Processes, Sources, StoreSizes } from './lists.tsx';
import { DETAIL_PAGES, findHealthProblems, formatClock, type HealthProblem } from './problems.ts';
import { type Detail, detailQuery, freshnessQuery, type Job, jobsQuery, REFETCH_MS, type Slot, versionsQuery } from './queries.ts';
import { Tiles } from './tiles.tsx';
import { healthWords as words } from './words.ts';

/** The mark of each job state, borrowed from a similar slot state. */
const MARKS = { queued: 'to_come', running: 'to_come', done: 'in_time', failed: 'missed', canceled: 'to_come' } as const;

const LEGEND: readonly Slot['state'][] = ['in_time', 'late', 'missed', 'to_come'];

/** Every second slot is labeled with its time. */
const LABEL_STEP = 2;

/** The operator's overview: first the problems and their fixes, then the state of everything. It refreshes automatically. */
export function AdminHealth(_: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const detail = useQuery(detailQuery(api));
	const freshness = useQuery(freshnessQuery(api));
	const jobs = useQuery(jobsQuery(api));
	const versions = useQuery(versionsQuery(api));
	const retry = (): void => {
		void detail.refetch();
		void freshness.refetch();
	};
	if (detail.data && freshness.data) {
		const lastSlot = detail.data.today.slots.findLast(({ state }) => state !== 'to_come');
		return (
			<>
				<PageHead title={words.title} note={words.asOf(etClock(msOf(detail.data.now)), REFETCH_MS / 1_000)}>
					{lastSlot ? <RebuildButton date={lastSlot.date} /> : null}
				</PageHead>
				{detail.isError || freshness.isError ? <LoadFailed retry={retry} /> : null}
				<Tiles detail={detail.data} freshness={freshness.data} />
				<ProblemList problems={findHealthProblems(detail.data, freshness.data, jobs.data?.items)} />
				<SlotStrip today={detail.data.today} />
				<div className={css['two']}>
					<Sources freshness={freshness.data} sources={detail.data.sources} />
					<JobsPanel jobs={jobs.data?.items ?? []} />
				</div>
				<Processes detail={detail.data} />
				<History days={detail.data.history} />
				<div className={css['three']}>
					<CoverageByTimeframe coverage={detail.data.coverage} />
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

/** Lists the current problems, each with its fix. */
function ProblemList({ problems }: { problems: readonly HealthProblem[] }) {
	return (
		<section className={panel['panel']} aria-label={words.problems}>
			<h2 className={panel['title']}>{words.problems}</h2>
			{problems.length === 0 ? (
				<p className={css['well']}>
					<i className={css['mark']} data-state="in_time" />
					{words.allWell}
				</p>
			) : (
				<ul className={css['problems']}>
					{problems.map(({ key, title, fix, act, page }) => (
						<li key={key} className={css['problem']}>
							<p>
								<b>{title}</b> {fix}
							</p>
							{act || page ? (
								<div className={css['ways']}>
									{page ? (
										<Link {...page.link} className={buttonClass}>
											{page.label}
										</Link>
									) : null}
									{act ? <FixButton act={act} /> : null}
								</div>
							) : null}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

/** Shows each slot of the day as a cell. Its color, outline and word tell its state. */
function SlotStrip({ today: { slots, late_after } }: { today: Detail['today'] }) {
	return (
		<section className={panel['panel']}>
			<div className={css['titleLine']}>
				<h2 className={panel['title']}>{words.strip}</h2>
				<ul className={css['legend']}>
					{LEGEND.map((state) => (
						<li key={state}>
							<i className={css['mark']} data-state={state} />
							{state === 'late' ? words.lateOver(late_after) : words.state(state)}
						</li>
					))}
				</ul>
			</div>
			<ScrollBox label={words.strip} className={css['stripBox']}>
				<ol className={css['strip']}>
					{slots.map(({ date, state, seconds }, i) => {
						const lag = seconds === null ? null : words.seconds(seconds);
						return (
							<li key={date} title={words.slotLabel(formatClock(date), state, lag)}>
								<span className="visually-hidden">{words.slotLabel(formatClock(date), state, lag)}</span>
								<span className={css['cell']} data-state={state} aria-hidden="true">
									{state === 'missed' ? words.state(state) : lag}
								</span>
								<span className={css['clock']} aria-hidden="true">
									{i % LABEL_STEP === 0 || i === slots.length - 1 ? formatClock(date) : ''}
								</span>
							</li>
						);
					})}
				</ol>
			</ScrollBox>
		</section>
	);
}

/** Rebuilds a slot's report. */
function RebuildButton({ date }: { date: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const clock = formatClock(date);
	return (
		<ActionButton
			label={words.build}
			fullLabel={words.buildNamed(clock)}
			effect={words.buildEffect(clock)}
			confirmLabel={words.confirmLabel}
			act={async () => words.jobQueued((await api.operations.buildReport({ body: { date } })).kind)}
		/>
	);
}

/** The button that fixes a problem. */
function FixButton({ act }: { act: NonNullable<HealthProblem['act']> }) {
	const { api } = useRouteContext({ from: '__root__' });
	if (act.kind === 'build') return <RebuildButton date={act.slot.date} />;
	if (act.kind === 'retry') {
		const { id, kind } = act.job;
		return (
			<ActionButton
				label={words.retry}
				fullLabel={words.retryNamed(kind)}
				effect={words.retryEffect}
				confirmLabel={words.confirmLabel}
				act={async () => words.jobQueued((await api.operations.retryJob({ params: { id } })).kind)}
			/>
		);
	}
	return act.kind === 'fill' ? (
		<ActionButton
			label={words.fill}
			effect={words.fillEffect}
			confirmLabel={words.confirmLabel}
			act={async () => words.jobQueued((await api.operations.gaps({ body: {} })).kind)}
		/>
	) : (
		<ActionButton
			label={words.check}
			effect={words.checkEffect}
			confirmLabel={words.confirmLabel}
			act={async () => words.jobQueued((await api.operations.checkSplits({ body: {} })).kind)}
		/>
	);
}

/** Lists the newest jobs, with progress, failure reasons and cancel buttons. */
function JobsPanel({ jobs }: { jobs: readonly Job[] }) {
	const { api } = useRouteContext({ from: '__root__' });
	return (
		<section className={panel['panel']} aria-label={words.jobs}>
			<div className={css['titleLine']}>
				<h2 className={panel['title']}>{words.jobs}</h2>
				<nav className={css['lookInto']} aria-label={words.allJobs}>
					{[DETAIL_PAGES.jobs, DETAIL_PAGES.failed].map(({ label, link }) => (
						<Link key={label} {...link}>
							{label}
						</Link>
					))}
				</nav>
			</div>
			{jobs.length === 0 ? <p className={css['well']}>{words.noJobs}</p> : null}
			<ul className={css['jobs']}>
				{jobs.map(({ id, kind, state, phase, progress, by, error }) => (
					<li key={id}>
						<p>
							<b>{words.job(kind)}</b> <small>{by}</small>
						</p>
						<p className={state === 'failed' ? css['fault'] : undefined}>
							<i className={css['mark']} data-state={MARKS[state]} />
							{state === 'running' ? formatDatesIn(phase) : words.jobState[state]}
							{error === null ? '' : `: ${formatDatesIn(error)}`}
						</p>
						{progress === null ? null : <progress max={1} value={progress} aria-label={words.progress(kind)} />}
						{state === 'queued' || state === 'running' ? (
							<ActionButton
								label={words.cancel}
								fullLabel={words.cancelNamed(kind)}
								effect={words.cancelEffect}
								confirmLabel={words.confirmLabel}
								act={async () => {
									await api.operations.cancelJob({ params: { id } });
									return words.canceled(kind);
								}}
							/>
						) : null}
					</li>
				))}
			</ul>
		</section>
	);
}
