import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, TableFilters } from '../../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable, sortedPage, type TableRules } from '../../../entities/administration/table-state.ts';
import { formatPrice } from '../../../lib/format/numbers.ts';
import { etDateTime, monthDayYear, msOf } from '../../../lib/format/times.ts';
import { buttonClass } from '../../../ui/button.ts';
import form from '../../../ui/forms/form.module.css';
import { snack } from '../../../ui/snackbars/snack.ts';
import { useSubmit } from '../../../ui/use-submit.ts';
import css from '../data.module.css';
import { readFollowedJobs, useFollowJob } from '../data-address.ts';
import { JobResult, JobWatch, useListJob } from '../job-watch.tsx';
import { type CheckedSplit, findTickerIds, type Job, resultsOf } from '../queries.ts';
import { SpanFields, spanParameters } from '../span-fields.tsx';
import { dataWords as words } from '../words.ts';
import { ActionFile } from './action-file.tsx';
import { SplitDialog } from './split-dialog.tsx';

interface SplitKey {
	readonly ticker: string;
	readonly ticker_id: number;
	readonly date: string;
}

const SORTS = ['date', 'ticker', 'state'] as const;
const STATES = ['suspected', 'known', 'differs', 'contradicted', 'applied', 'dismissed', 'revoked'] as const;
type Column = (typeof SORTS)[number];

const COLUMNS: readonly AdminColumn<CheckedSplit, string>[] = [
	{ key: 'ticker', label: words.ticker, cell: ({ ticker }) => ticker },
	{ key: 'date', label: words.date, cell: ({ date }) => monthDayYear(date) },
	{ key: 'state', label: words.state, cell: ({ state }) => words.stateOf(state) },
	{ key: 'ratio', label: words.ratio, cell: ({ ratio }) => words.ratioOf(ratio), isNumber: true },
	{ key: 'reported', label: words.reported, cell: ({ reported }) => words.ratioOf(reported), isNumber: true },
	{
		key: 'jump',
		label: words.jump,
		cell: ({ jump }) => (jump ? words.jumpOf(formatPrice(jump.before), formatPrice(jump.after)) : words.noJump),
	},
];

/** Checks splits against the source and the prices, and lists them with a decision button. Splits without a price jump are typed or uploaded as a file. */
export function Splits({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('splits', jobIds);
	const listJob = useListJob('splits_check', jobIds.job);
	const [span, setSpan] = useState({ from: '', to: '' });
	const [decidedSplit, setDecidedSplit] = useState<CheckedSplit | null>(null);
	const [enteredSplit, setEnteredSplit] = useState<SplitKey | null>(null);
	const check = async (): Promise<string> => {
		const job = await api.operations.checkSplits({ body: spanParameters(span) });
		follow('job', job);
		return words.jobQueued(job.kind);
	};
	return (
		<>
			<p className={css['note']}>{words.splitsNote}</p>
			<div className={css['row']}>
				<SpanFields span={span} onChange={setSpan} />
				<ActionButton label={words.check} effect={words.checkEffect} confirmLabel={words.confirmLabel} act={check} />
			</div>
			<EnterSplit decide={setEnteredSplit} />
			<ActionFile onQueued={(job) => follow('act', job)} />
			{jobIds.act ? (
				<>
					<JobWatch id={jobIds.act} />
					<p className={css['note']}>{words.outOfDate}</p>
				</>
			) : null}
			<JobResult listJob={listJob} empty={{ title: words.noCheck, detail: words.noCheckDetail }}>
				{(job) => <SplitTable job={job} search={search} decide={setDecidedSplit} />}
			</JobResult>
			{enteredSplit ? (
				<SplitDialog
					key={`named ${enteredSplit.ticker_id} ${enteredSplit.date}`}
					split={enteredSplit}
					ratio={null}
					jump={null}
					isRevocable={false}
					onQueued={(job) => follow('act', job)}
					close={() => setEnteredSplit(null)}
				/>
			) : null}
			{decidedSplit ? (
				<SplitDialog
					key={`${decidedSplit.ticker_id} ${decidedSplit.date}`}
					split={decidedSplit}
					ratio={decidedSplit.reported ?? decidedSplit.jump?.candidates[0] ?? decidedSplit.ratio}
					jump={decidedSplit.jump}
					isRevocable={decidedSplit.ratio !== null}
					onQueued={(job) => follow('act', job)}
					close={() => setDecidedSplit(null)}
				/>
			) : null}
		</>
	);
}

function SplitTable({ job, search, decide }: { job: Job; search: AdminSearch; decide: (split: CheckedSplit) => void }) {
	const rules = createRules(search['job']);
	const state = readTable(rules, search);
	const { items = [], from = '', to = '' } = resultsOf(job);
	const { ticker, state: stateFilter } = state.filters;
	const matches = items.filter(
		(split) => (stateFilter === '' || split.state === stateFilter) && split.ticker.startsWith(ticker.toUpperCase()),
	);
	const actionColumn: AdminColumn<CheckedSplit, string> = {
		key: 'act',
		label: words.decide,
		cell: (split) => (
			<button type="button" className={buttonClass} aria-label={words.decideNamed(split.ticker, split.date)} onClick={() => decide(split)}>
				{words.decide}
			</button>
		),
	};
	return (
		<>
			<p className={css['note']}>{words.lastCheck(etDateTime(msOf(job.finished ?? job.created)), from, to)}</p>
			<TableFilters rules={rules} state={state} labels={{ ticker: words.ticker, state: words.state }} />
			<AdminTable
				label={words.view('splits')}
				rules={rules}
				state={state}
				columns={[...COLUMNS, actionColumn]}
				idOf={(split) => `${split.ticker_id} ${split.date}`}
				data={sortedPage(matches, state)}
				isError={false}
				retry={() => {}}
				empty={{ title: words.noSplits, detail: words.noSplitsDetail }}
			/>
		</>
	);
}

function createRules(job: string | undefined): TableRules<Column, 'ticker' | 'state'> {
	return {
		page: 'data',
		sortable: SORTS,
		sortBy: 'date',
		sortDir: 'desc',
		filters: { ticker: 'text', state: STATES },
		extraSearch: { view: 'splits', ...(job ? { job } : {}) },
	};
}

/** Asks for the ticker and date of a split without a price jump. */
function EnterSplit({ decide }: { decide: (split: SplitKey) => void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { send, busy } = useSubmit();
	const [symbol, setSymbol] = useState('');
	const [date, setDate] = useState('');
	const findTicker = async (): Promise<void> => {
		const ticker = symbol.trim().toUpperCase();
		const { ids, unknown } = await findTickerIds(api, [ticker]);
		const [id] = ids;
		if (id === undefined) snack.error(words.enterSplit, words.unknownTicker(unknown ?? ticker));
		else decide({ ticker, ticker_id: id, date });
	};
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.splitTicker}
				<input
					className={form['input']}
					autoComplete="off"
					maxLength={20}
					value={symbol}
					onChange={(event) => setSymbol(event.currentTarget.value)}
				/>
			</label>
			<label className={css['field']}>
				{words.splitDate}
				<input type="date" className={form['input']} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
			</label>
			<button
				type="button"
				className={buttonClass}
				disabled={busy || symbol.trim() === '' || date === ''}
				onClick={() => send(() => findTicker().catch((error: Error) => snack.error(words.enterSplit, error.message)))}
			>
				{words.enterSplit}
			</button>
		</div>
	);
}
