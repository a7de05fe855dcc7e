import { newYorkDate } from '@sw/domain/time/zone';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { PageHead } from '../../entities/administration/admin-table.tsx';
import { ADMIN_KEY, type AdminSearch, adminLink } from '../../entities/administration/table-state.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { DayReports } from './day.tsx';
import { addMonths, clockQuery, type Day, isMonth, type Job, jobQuery, type Month, monthOf, monthQuery, weeksOf } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** Shows the report calendar with the state of each slot, and the reports of one day with their versions and hashes. */
export function AdminReports({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const clock = useQuery(clockQuery(api));
	const today = newYorkDate(clock.data ? Date.parse(clock.data) : Date.now());
	const date = /^\d{4}-\d\d-\d\d$/.test(search['date'] ?? '') ? search['date'] : undefined;
	const month = isMonth(search['month']) ? search['month'] : monthOf(date ?? today);
	const { data, isError, refetch } = useQuery(monthQuery(api, month));
	const followJob = ({ id }: { id: string }): void =>
		void navigate({ ...adminLink('reports', { ...(date ? { date } : { month }), job: id }), resetScroll: false });
	const monthLink = (offset: number) => adminLink('reports', { month: addMonths(month, offset) });
	return (
		<>
			<PageHead title={words.title} />
			<p className={css['note']}>{words.note}</p>
			<PageSteps label={words.month} text={month} previous={monthLink(-1)} next={monthLink(1)} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data ? <Calendar month={month} days={data.items} current={date} /> : null}
			{data || isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			<RebuildForm key={`dates ${date ?? today}`} date={date ?? today} onQueued={followJob} />
			{search['job'] ? <RebuildProgress key={search['job']} id={search['job']} /> : null}
			{date ? <DayReports key={date} date={date} onQueued={followJob} /> : null}
		</>
	);
}

/** Form that rebuilds the reports of a date range. */
function RebuildForm({ date, onQueued }: { date: string; onQueued(job: { id: string }): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [{ from, to }, setRange] = useState({ from: date, to: date });
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.from}
				<input type="date" className={form['input']} value={from} onChange={(event) => setRange({ from: event.currentTarget.value, to })} />
			</label>
			<label className={css['field']}>
				{words.to}
				<input type="date" className={form['input']} value={to} onChange={(event) => setRange({ from, to: event.currentTarget.value })} />
			</label>
			<ActionButton
				label={words.buildDates}
				effect={words.buildEffect(words.reportsOf(from, to))}
				confirmLabel={words.confirmLabel}
				disabled={from === '' || to === ''}
				act={async () => {
					onQueued(await api.operations.reschedule({ body: { from, to } }));
					return words.jobQueued;
				}}
			/>
		</div>
	);
}

/** Shows the progress and result of a rebuild. At the end, all administration data except jobs is reloaded. */
function RebuildProgress({ id }: { id: string }) {
	const { api } = useRouteContext({ from: '__root__' });
	const queryClient = useQueryClient();
	const { data: job, isError, refetch } = useQuery(jobQuery(api, id));
	const isFinished = job !== undefined && job.state !== 'queued' && job.state !== 'running';
	useEffect(() => {
		if (isFinished) void queryClient.invalidateQueries({ queryKey: ADMIN_KEY, predicate: ({ queryKey }) => queryKey[2] !== 'job' });
	}, [isFinished, queryClient]);
	if (isError) return <LoadFailed retry={() => void refetch()} />;
	if (!job) return null;
	return (
		<p role="status" className={css['row']}>
			<b>{words.job}:</b>
			<span className={job.state === 'failed' ? css['missed'] : undefined}>{formatState(job)}</span>
			{job.state === 'running' && job.progress !== null ? <progress max={1} value={job.progress} aria-label={words.progress} /> : null}
			<Link {...adminLink('jobs', { kind: 'reports' })} className={css['link']}>
				{words.allJobs}
			</Link>
		</p>
	);
}

function formatState({ state, phase, error, result }: Job): string {
	if (state === 'running') return phase;
	if (state === 'done') return words.done(Number(result?.['looked'] ?? 0), Number(result?.['changed'] ?? 0));
	return error === null ? words.jobState(state) : `${words.jobState(state)}: ${error}`;
}

/** Shows a month of sessions, each with the state of its slots. */
function Calendar({ month, days, current: selectedDate }: { month: Month; days: readonly Day[]; current: string | undefined }) {
	const dayByDate = new Map(days.map((day) => [day.date, day]));
	return (
		<ScrollBox label={words.calendar(month)} className={css['scroll'] ?? ''}>
			<table className={css['calendar']}>
				<thead>
					<tr>
						{words.weekdays.map((day) => (
							<th key={day} scope="col">
								{day}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{weeksOf(month).map((week) => (
						<tr key={week.find(Boolean)}>
							{week.map((date, i) => {
								const day = date === null ? undefined : dayByDate.get(date);
								const key = date ?? words.weekdays[i];
								if (date === null) return <td key={key} />;
								return (
									<td key={key}>
										{day ? (
											<DayCell day={day} current={date === selectedDate} />
										) : (
											<span className={css['closed']}>
												{Number(date.slice(8))} <small>{words.closed}</small>
											</span>
										)}
									</td>
								);
							})}
						</tr>
					))}
				</tbody>
			</table>
		</ScrollBox>
	);
}

function DayCell({ day, current: isCurrent }: { day: Day; current: boolean }) {
	const countOf = (slotState: Day['slots'][number]['state']): number => day.slots.filter(({ state }) => state === slotState).length;
	const [missed, late] = [countOf('missed'), countOf('late')];
	return (
		<Link
			{...adminLink('reports', { date: day.date })}
			className={css['day']}
			aria-current={isCurrent ? 'date' : undefined}
			resetScroll={false}
		>
			<b aria-hidden="true">{Number(day.date.slice(8))}</b>
			<span className="visually-hidden">{monthDayYear(day.date)}</span>
			{day.reports + missed > 0 ? (
				<span className={css['strip']} aria-hidden="true">
					{day.slots.map(({ date, algo, state }) => (
						<i key={`${date} ${algo}`} data-state={state} />
					))}
				</span>
			) : null}
			<small>{words.reports(day.reports)}</small>
			{missed > 0 ? <small className={css['missed']}>{words.missed(missed)}</small> : null}
			{late > 0 ? <small>{words.late(late)}</small> : null}
			{day.corrected > 0 ? <small>{words.corrected(day.corrected)}</small> : null}
		</Link>
	);
}
