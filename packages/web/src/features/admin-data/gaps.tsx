import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable, sortedPage, type TableRules } from '../../entities/administration/table-state.ts';
import { etDateTime, monthDayYear, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { snack } from '../../ui/snackbars/snack.ts';
import { useSubmit } from '../../ui/use-submit.ts';
import css from './data.module.css';
import { readFollowedJobs, useFollowJob } from './data-address.ts';
import { JobResult, JobWatch, useListJob } from './job-watch.tsx';
import { type Gap, type Job, resultsOf } from './queries.ts';
import { SpanFields, spanParameters } from './span-fields.tsx';
import { dataWords as words } from './words.ts';

const SORTS = ['date', 'bars'] as const;
type Column = (typeof SORTS)[number];

const COLUMNS: readonly AdminColumn<Gap, string>[] = [
	{ key: 'date', label: words.date, cell: ({ date }) => monthDayYear(date) },
	{ key: 'slots', label: words.slots, cell: ({ slots }) => words.slotsOf(slots), isNumber: true },
	{ key: 'tickers', label: words.tickers, cell: ({ symbols, tickers_count }) => words.tickersOf(symbols, tickers_count) },
	{ key: 'bars', label: words.bars, cell: ({ bars }) => bars, isNumber: true },
	{ key: 'reports', label: words.reports, cell: ({ reports }) => reports.length, isNumber: true },
];

/** Finds gaps, lists them, and fills one date or all of them. */
export function Gaps({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('gaps', jobIds);
	const listJob = useListJob('gaps', jobIds.job);
	const [span, setSpan] = useState({ from: '', to: '' });
	const { send, busy } = useSubmit();
	const findGaps = async (): Promise<void> => follow('job', await api.operations.gaps({ body: { ...spanParameters(span), fetch: false } }));
	const fillGaps = async (dates: { from?: string; to?: string }, key: 'job' | 'act'): Promise<string> => {
		const job = await api.operations.gaps({ body: { ...dates, fetch: true } });
		follow(key, job);
		return words.jobQueued(job.kind);
	};
	return (
		<>
			<p className={css['note']}>{words.gapsNote}</p>
			<div className={css['row']}>
				<SpanFields span={span} onChange={setSpan} />
				<button
					type="button"
					className={buttonClass}
					disabled={busy}
					onClick={() => send(() => findGaps().catch((error: Error) => snack.error(words.findGaps, error.message)))}
				>
					{words.findGaps}
				</button>
				<ActionButton
					label={words.fillGaps}
					effect={words.fixEffect}
					confirmLabel={words.confirmLabel}
					act={() => fillGaps(spanParameters(span), 'job')}
				/>
			</div>
			{jobIds.act ? <JobWatch id={jobIds.act} /> : null}
			<JobResult listJob={listJob} empty={{ title: words.notChecked, detail: words.notCheckedDetail }}>
				{(job) => <GapTable job={job} search={search} fill={(date) => fillGaps({ from: date, to: date }, 'act')} />}
			</JobResult>
		</>
	);
}

function GapTable({ job, search, fill }: { job: Job; search: AdminSearch; fill: (date: string) => Promise<string> }) {
	const rules = createRules(search['job']);
	const state = readTable(rules, search);
	const { gaps = [], from = '', to = '' } = resultsOf(job);
	const actionColumn: AdminColumn<Gap, string> = {
		key: 'act',
		label: words.fix,
		cell: ({ date }) => (
			<ActionButton
				label={words.fix}
				fullLabel={words.fixNamed(date)}
				effect={words.fixDateEffect(date)}
				confirmLabel={words.confirmLabel}
				act={() => fill(date)}
			/>
		),
	};
	return (
		<>
			<p className={css['note']}>{words.lastCheck(etDateTime(msOf(job.finished ?? job.created)), from, to)}</p>
			<AdminTable
				label={words.view('gaps')}
				rules={rules}
				state={state}
				columns={[...COLUMNS, actionColumn]}
				idOf={({ date }) => date}
				data={sortedPage(gaps, state)}
				isError={false}
				retry={() => {}}
				empty={{ title: words.noGaps, detail: words.noGapsDetail }}
			/>
		</>
	);
}

function createRules(job: string | undefined): TableRules<Column, never> {
	return {
		page: 'data',
		sortable: SORTS,
		sortBy: 'date',
		sortDir: 'desc',
		filters: {},
		extraSearch: job ? { job } : {},
	};
}
