import { formatConditions } from '@sw/domain/filters/group-text';
import { sectorLabel, TABS } from '@sw/domain/signals/sector';
import { TIMEFRAMES, timeframeIndex } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { HorizonTable } from '../../entities/record/saved-record.tsx';
import { hasEnoughOccurrences } from '../../entities/record/statistics.ts';
import { formatVerdict, licenceNote } from '../../entities/record/verdict.ts';
import { reachWords, recordWords } from '../../entities/record/words.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm-dialog.tsx';
import panel from '../../ui/panel.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { Progress } from '../../ui/states/progress.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { PartsTable } from './parts-table.tsx';
import { type FullTask, isUnderWay, taskQuery } from './queries.ts';
import type { SearchState } from './search-state.ts';
import css from './signal-search.module.css';
import { searchLink, useSearches, useSearchNavigation } from './use-searches.ts';
import { words } from './words.ts';

const Meanings = onDemand(async () => (await import('../../entities/record/meanings.tsx')).Meanings, 'silent');

interface Props {
	id: number;
	state: SearchState;
	/** Saves the conditions of a search as a filter. */
	save: (task: FullTask) => void;
}

/** Shows one search: progress, actions and results. */
export function TaskView({ id, state, save }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: task, error, refetch } = useQuery(taskQuery(api, id));
	const searches = useSearches();
	const submission = useSubmit();
	const openState = useSearchNavigation();
	if (!task) {
		if (!error)
			return (
				<div className={css['waiting']} aria-busy="true" role="status">
					{words.loading}
				</div>
			);
		const isMissing = error instanceof ApiError && error.status === 404;
		const isDenied = error instanceof ApiError && error.status === 403;
		return (
			<StateBox
				title={isMissing ? words.gone : words.failed}
				detail={isMissing ? words.goneNext : isDenied ? error.message : words.taskFailed}
			>
				{isMissing || isDenied ? null : <Retry retry={() => void refetch()}>{words.retry}</Retry>}
			</StateBox>
		);
	}
	const closedState = { ...state, task: undefined, part: undefined, page: 1 };
	return (
		<>
			<section className={panel['panel']} aria-labelledby="task">
				<h2 id="task" className={css['name']}>
					{task.name}
				</h2>
				<SearchedQuestion task={task} />
				<div aria-live="polite">
					<TaskState task={task} />
				</div>
				{submission.failure ? (
					<p className={panel['note']} role="alert">
						{submission.failure}
					</p>
				) : null}
				<div className={css['actions']}>
					{isUnderWay(task) ? (
						<button
							type="button"
							className={buttonClass}
							disabled={submission.busy}
							onClick={() => submission.send(() => searches.setTaskState(id, 'canceled'))}
						>
							{words.cancel}
						</button>
					) : null}
					{task.state === 'canceled' || task.state === 'failed' ? (
						<button
							type="button"
							className={buttonClass}
							disabled={submission.busy}
							onClick={() => submission.send(() => searches.setTaskState(id, 'running'))}
						>
							{words.resume}
						</button>
					) : null}
					<button type="button" className={buttonClass} onClick={() => save(task)}>
						{words.save}
					</button>
					<Link {...searchLink(closedState)} className={buttonClass} preload={false} resetScroll={false}>
						{words.newSearch}
					</Link>
					<ConfirmButton
						label={words.remove}
						detail={words.removeDetail}
						confirmLabel={words.remove}
						act={async () => {
							await searches.remove(id);
							openState(closedState);
						}}
					/>
				</div>
			</section>
			<Results task={task} />
			<PartsTable task={task} state={state} />
		</>
	);
}

function Results({ task }: { task: FullTask }) {
	const mainResult = task.results[task.main];
	return (
		<section className={panel['panel']} aria-labelledby="results">
			<h2 id="results" className={panel['title']}>
				{words.results}
			</h2>
			{mainResult && mainResult.n > 0 ? (
				<>
					<HorizonTable results={task.results} tab={task.question.tab} hasIntervals />
					{hasEnoughOccurrences(mainResult) ? (
						<>
							<p>
								<b>{formatVerdict(mainResult)}</b>
							</p>
							<p className={panel['note']}>{reachWords.sequence(mainResult)}</p>
						</>
					) : null}
					{mainResult.p_value === null ? null : <p className={panel['note']}>{recordWords.chance(mainResult.p_value)}</p>}
					<p className={panel['note']}>{recordWords.luckLine(formatShare(mainResult.luck.line), mainResult.luck.variants)}</p>
					<p className={panel['note']}>
						{[words.reconstructed(formatShare(mainResult.reconstructed)), licenceNote(task.question)].filter(Boolean).join(' ')}
					</p>
					<Meanings universe={task.universe} />
					<p className={panel['note']}>{recordWords.notice}</p>
				</>
			) : (
				<p className={panel['note']}>{words.noResults}</p>
			)}
		</section>
	);
}

function SearchedQuestion({ task: { question } }: { task: FullTask }) {
	return (
		<>
			<p className={panel['note']}>
				{TABS.find(({ name }) => name === question.tab)?.label} ·{' '}
				{question.timeframes.map((timeframe) => TIMEFRAMES[timeframeIndex(timeframe)].label).join('·')}
			</p>
			<ul className={css['conditions']} aria-label={words.question}>
				{question.filters.length + question.groups.length === 0 ? <li>{words.noConditions}</li> : null}
				{question.filters.map(({ sector, timeframe, value }) => (
					<li key={`${sector} ${timeframe}`}>{words.condition(sectorLabel(sector), TIMEFRAMES[timeframeIndex(timeframe)].label, value)}</li>
				))}
				{question.groups.length > 0 ? <li>{formatConditions({ entries: [], groups: question.groups })}</li> : null}
			</ul>
		</>
	);
}

function TaskState({ task }: { task: FullTask }) {
	const { question } = task;
	return (
		<>
			<p className={panel['note']}>
				<b>{words.states[task.state]}</b>
				{task.state === 'waiting' ? `: ${words.waiting}` : ''}
				{task.note ? `: ${task.note}` : ''}
			</p>
			{task.state === 'running' ? <Progress share={task.progress} words={words.running} /> : null}
			<p className={panel['note']}>
				{task.scanned_until === null ? '' : `${words.until(etDayClock(msOf(task.scanned_until)))} `}
				{question.to === null ? words.goesOn : words.ends(etDayClock(msOf(question.to)))}
			</p>
		</>
	);
}
