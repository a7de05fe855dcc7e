import { newYorkDate } from '@sw/domain/time/zone';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminSearch, adminLink } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import form from '../../ui/forms/form.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { Building } from './building.tsx';
import { Calendar } from './calendar.tsx';
import { DayReports } from './day.tsx';
import { isMonth, monthAfter, monthOf } from './months.ts';
import { clockQuery, monthQuery } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** The report calendar: the state of each slot, and the reports of one day with versions and hashes. */
export function AdminReports({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const clock = useQuery(clockQuery(api));
	const today = newYorkDate(clock.data ? Date.parse(clock.data) : Date.now());
	const date = /^\d{4}-\d\d-\d\d$/.test(search['date'] ?? '') ? search['date'] : undefined;
	const month = isMonth(search['month']) ? search['month'] : monthOf(date ?? today);
	const { data, isError, refetch } = useQuery(monthQuery(api, month));
	const built = ({ id }: { id: string }): void =>
		void navigate({ ...adminLink('reports', { ...(date ? { date } : { month }), job: id }), resetScroll: false });
	const to = (by: number) => adminLink('reports', { month: monthAfter(month, by) });
	return (
		<>
			<PageHead title={words.title} />
			<p className={css['note']}>{words.note}</p>
			<PageSteps label={words.month} text={month} previous={to(-1)} next={to(1)} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data ? <Calendar month={month} days={data.items} current={date} /> : null}
			{data || isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			<BuildDates key={`dates ${date ?? today}`} date={date ?? today} built={built} />
			{search['job'] ? <Building key={search['job']} id={search['job']} /> : null}
			{date ? <DayReports key={date} date={date} built={built} /> : null}
		</>
	);
}

/** Rebuilds the reports of a date range. */
function BuildDates({ date, built }: { date: string; built(job: { id: string }): void }) {
	const { api } = useRouteContext({ from: '__root__' });
	const [{ from, to }, choose] = useState({ from: date, to: date });
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.from}
				<input type="date" className={form['input']} value={from} onChange={(event) => choose({ from: event.currentTarget.value, to })} />
			</label>
			<label className={css['field']}>
				{words.to}
				<input type="date" className={form['input']} value={to} onChange={(event) => choose({ from, to: event.currentTarget.value })} />
			</label>
			<ActionButton
				label={words.buildDates}
				will={words.buildWill(words.reportsOf(from, to))}
				sure={words.sure}
				disabled={from === '' || to === ''}
				act={async () => {
					built(await api.operations.reschedule({ body: { from, to } }));
					return words.asked;
				}}
			/>
		</div>
	);
}
