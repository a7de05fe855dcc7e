import { Link } from '@tanstack/react-router';
import { adminLink } from '../../entities/administration/links.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { ScrollBox } from '../../ui/content/scroll-box.tsx';
import { type Month, weeksOf } from './months.ts';
import type { Day } from './queries.ts';
import css from './reports.module.css';
import { reportWords as words } from './words.ts';

/** A month of sessions, each with the state of its slots. */
export function Calendar({ month, days, current }: { month: Month; days: readonly Day[]; current: string | undefined }) {
	const of = new Map(days.map((day) => [day.date, day]));
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
								const day = date === null ? undefined : of.get(date);
								const key = date ?? words.weekdays[i];
								if (date === null) return <td key={key} />;
								return (
									<td key={key}>
										{day ? (
											<DayCell day={day} current={date === current} />
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

function DayCell({ day, current }: { day: Day; current: boolean }) {
	const of = (wanted: Day['slots'][number]['state']): number => day.slots.filter(({ state }) => state === wanted).length;
	const [missed, late] = [of('missed'), of('late')];
	return (
		<Link
			{...adminLink('reports', { date: day.date })}
			className={css['day']}
			aria-current={current ? 'date' : undefined}
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
