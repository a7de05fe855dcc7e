import type { FilterEntry } from '@sw/domain/filters/entries';
import { SECTORS, sectorLabel } from '@sw/domain/signals/sector';
import type { Timeframe } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { reachWords } from '../../entities/record/words.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { etDayClock, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Toggles } from '../../ui/controls/toggles.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import form from '../../ui/form.module.css';
import { Labelled } from '../../ui/forms/labelled.tsx';
import panel from '../../ui/panel.module.css';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { chooseQuestionToEdit, type FullTask, type SearchTask, tasksQuery } from './queries.ts';
import type { SearchParams } from './search-params.ts';
import { type EditedQuestion, EMPTY_QUESTION, readSearchState, type SearchState } from './search-state.ts';
import css from './signal-search.module.css';
import { TaskView } from './task-view.tsx';
import { searchLink, useSearches, useSearchNavigation } from './use-searches.ts';
import { words } from './words.ts';

interface Props {
	search: SearchParams;
	/** Tab, timeframes and grid of conditions for the form. */
	conditions: (question: EditedQuestion, change: (question: EditedQuestion) => void) => ReactNode;
	/** Saves the conditions of a search as a filter. */
	save: (task: FullTask) => void;
}

/** Shows the search form, the reader's searches, and the open search with its results. */
export function SignalSearch({ search, conditions, save }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const { state, refused } = readSearchState(search);
	const { data, isError, refetch } = useQuery(tasksQuery(api));
	const searches = useSearches();
	const openState = useSearchNavigation();
	const { task } = state;
	// On small screens, an open search is shown alone until the rest is expanded.
	const [expandedTask, setExpandedTask] = useState<number>();
	const isTaskAlone = task !== undefined && expandedTask !== task;
	const taskColumn = useRef<HTMLDivElement>(null);
	// On small screens, opening a search hides the content above. The start of the search may then be above the visible part.
	useEffect(() => {
		const column = taskColumn.current;
		if (task !== undefined && column && column.getBoundingClientRect().top < 0) column.scrollIntoView();
	}, [task]);
	const openTask = data?.items.find(({ id }) => id === task);
	const question = chooseQuestionToEdit(state.question, openTask?.question);
	const change = (next: EditedQuestion): void => openState({ ...state, question: next });
	const send = async (question: EditedQuestion, name: string): Promise<void> => {
		if (task !== undefined) {
			if (openTask) await searches.changeQuestion(openTask, question, name);
			return;
		}
		const { id } = await searches.start(question, name);
		openState({ ...state, task: id, part: undefined, page: 1 }, false);
	};
	const searchList = (
		<section className={panel['panel']} aria-labelledby="searches" aria-busy={!data && !isError}>
			<h2 id="searches" className={panel['title']}>
				{words.yours}
			</h2>
			{isError && !data ? (
				<StateBox title={words.failed} detail={words.listFailed}>
					<Retry retry={() => void refetch()}>{words.retry}</Retry>
				</StateBox>
			) : null}
			{data && data.items.length === 0 ? <StateBox title={words.none} detail={words.noneNext} /> : null}
			{data ? <TaskList tasks={data.items} state={state} /> : null}
		</section>
	);
	return (
		<>
			<p className={css['lead']}>{words.lead}</p>
			<InvalidValues refused={refused} />
			<div className={css['columns']}>
				{isTaskAlone ? (
					<button type="button" className={`${buttonClass} ${css['beside']}`} onClick={() => setExpandedTask(task)}>
						{words.beside}
					</button>
				) : null}
				<div className={css['column']} data-hidden={isTaskAlone ? '' : undefined}>
					<section className={panel['panel']} aria-labelledby="ask">
						<h2 id="ask" className={panel['title']}>
							{task === undefined ? words.ask : words.change}
						</h2>
						{task === undefined ? <Examples question={question} change={change} /> : null}
						<QuestionForm
							key={task ?? 'new'}
							question={question}
							change={change}
							conditions={conditions(question, change)}
							label={task === undefined ? words.start : words.update}
							send={send}
						/>
					</section>
					{task === undefined ? null : searchList}
				</div>
				<div ref={taskColumn} className={css['column']}>
					{task === undefined ? searchList : <TaskView key={task} id={task} state={state} save={save} />}
				</div>
			</div>
		</>
	);
}

/** Lists the reader's searches and their states, newest first. */
function TaskList({ tasks, state }: { tasks: readonly SearchTask[]; state: SearchState }) {
	return (
		<ul className={css['tasks']}>
			{tasks.map((task) => {
				const mainResult = task.results[task.main];
				return (
					<li key={task.id} data-state={task.state}>
						<Link
							{...searchLink({ ...state, question: EMPTY_QUESTION, task: task.id, part: undefined, page: 1 })}
							className={panel['inline'] ?? ''}
							aria-current={task.id === state.task ? 'true' : undefined}
							preload={false}
							resetScroll={false}
						>
							{task.name}
						</Link>
						<span>
							{words.states[task.state]}
							{task.state === 'running' ? ` ${Math.round(task.progress * 100)} %` : ''}
						</span>
						<small>
							<EtTime ms={msOf(task.created)}>{etDayClock(msOf(task.created))}</EtTime>
							{mainResult && mainResult.n > 0
								? ` · ${words.found(mainResult.n)}, ${reachWords.seesShort(mainResult)}, ${formatShare(mainResult.hit_rate)}`
								: ''}
						</small>
					</li>
				);
			})}
		</ul>
	);
}

const MAX_NAME_LENGTH = 100;
const SECTOR_OPTIONS = SECTORS.map(({ key }) => ({ name: key, label: sectorLabel(key) }));
const FIELDS = ['name', 'from', 'to', 'filters'] as const;

interface QuestionFormProps {
	question: EditedQuestion;
	change: (question: EditedQuestion) => void;
	/** Tab, timeframes and the grid of conditions. */
	conditions: ReactNode;
	/** Label of the submit button. */
	label: string;
	send: (question: EditedQuestion, name: string) => Promise<void>;
}

/** Shows the search form: conditions, days, sectors and a name. */
function QuestionForm({ question, change, conditions, label, send }: QuestionFormProps) {
	const [name, setName] = useState('');
	const submission = useSubmit(FIELDS);
	const onSubmit = (event: FormEvent): void => {
		event.preventDefault();
		submission.send(() => send(question, name.trim()));
	};
	const renderDay = (bound: 'from' | 'to') => (
		<Labelled label={words[bound]} hint={words[`${bound}Hint`]} error={submission.fieldErrors[bound]}>
			{(inputProps) => (
				<input
					{...inputProps}
					type="date"
					className={form['input']}
					value={question[bound] ?? ''}
					onChange={(event) => {
						submission.clearFieldError(bound);
						change({ ...question, [bound]: event.currentTarget.value || undefined });
					}}
				/>
			)}
		</Labelled>
	);
	return (
		<form className={css['form']} onSubmit={onSubmit} noValidate>
			{conditions}
			<div className={css['days']}>
				<div>{renderDay('from')}</div>
				<div>{renderDay('to')}</div>
			</div>
			<Toggles
				label={words.sectors}
				hint={words.sectorsHint}
				options={SECTOR_OPTIONS}
				selected={question.sectors}
				onSelect={(sectors) => change({ ...question, sectors })}
			/>
			<Labelled label={words.name} error={submission.fieldErrors.name}>
				{(inputProps) => (
					<input
						{...inputProps}
						className={form['input']}
						value={name}
						maxLength={MAX_NAME_LENGTH}
						onChange={(event) => {
							submission.clearFieldError('name');
							setName(event.currentTarget.value);
						}}
					/>
				)}
			</Labelled>
			{(submission.failure ?? submission.fieldErrors.filters) ? (
				<p className={form['fault']} role="alert">
					{submission.failure ?? submission.fieldErrors.filters}
				</p>
			) : null}
			<button type="submit" className={buttonClass} disabled={submission.busy}>
				{label}
			</button>
		</form>
	);
}

function createEntry(sector: FilterEntry['sector'], value: number, timeframe: Timeframe = 'one_hour'): FilterEntry {
	return { sector, timeframe, value };
}

const EXAMPLES = [
	{ name: words.example.rise, entries: [createEntry('price_short', 4), createEntry('volume', 3)] },
	{ name: words.example.fall, entries: [createEntry('price_long', 4), createEntry('call_without_put_long', 2)] },
	{ name: words.example.calls, entries: [createEntry('call_without_put_short', 3), createEntry('call_with_put', 3)] },
	{ name: words.example.day, entries: [createEntry('call_with_put', 3, 'day'), createEntry('volume', 3, 'day')] },
];

/** Offers conditions to start with. Choosing one replaces the conditions in the form. */
function Examples({ question, change }: { question: EditedQuestion; change: (question: EditedQuestion) => void }) {
	return (
		<div className={css['examples']}>
			<span>{words.examples}</span>
			{EXAMPLES.map(({ name, entries }) => (
				<button key={name} type="button" className={buttonClass} onClick={() => change({ ...question, entries })}>
					{name}
				</button>
			))}
		</div>
	);
}
