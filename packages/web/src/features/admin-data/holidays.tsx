import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable, type TableRules } from '../../entities/administration/table-state.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import form from '../../ui/forms/form.module.css';
import css from './data.module.css';
import { viewLink } from './data-address.ts';
import { type Closure, changeClosures, closuresQuery, type Holiday, holidaysQuery } from './queries.ts';
import { dataWords as words } from './words.ts';

const CLOSURE_TYPES = ['full', 'early-close'] as const satisfies readonly Closure['type'][];

const RULES: TableRules<'date', never> = { page: 'data', sortable: [], sortBy: 'date', sortDir: 'asc', filters: {} };

const COLUMNS: readonly AdminColumn<Holiday, string>[] = [
	{ key: 'date', label: words.date, cell: ({ date }) => monthDayYear(date) },
	{ key: 'name', label: words.holiday, cell: ({ name }) => name },
	{ key: 'how', label: words.closureType, cell: ({ type }) => words.closureTypes[type] },
];

/** Lists the regular closures and early closes of a year, and those added by administrators. */
export function Holidays({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const year = parseYear(search['year']);
	const { data, isError, refetch } = useQuery(holidaysQuery(api, year));
	const closures = useQuery(closuresQuery(api));
	const findClosure = ({ date }: Holiday) => closures.data?.find((closure) => closure.date === date);
	const extraColumns: AdminColumn<Holiday, string>[] = [
		{ key: 'set', label: words.setBy, cell: (holiday) => (findClosure(holiday) ? words.setHere : words.setAlways) },
		{
			key: 'act',
			label: words.withdraw,
			cell: (holiday) => {
				const closure = findClosure(holiday);
				return closure ? <WithdrawClosure closure={closure} /> : null;
			},
		},
	];
	const link = (targetYear: number) => viewLink('holidays', { year: String(targetYear) });
	return (
		<>
			<p className={css['note']}>{words.holidaysNote}</p>
			<NewClosure />
			<PageSteps label={words.year} text={String(year)} previous={link(year - 1)} next={link(year + 1)} />
			<AdminTable
				label={words.view('holidays')}
				rules={RULES}
				state={readTable(RULES, {})}
				columns={[...COLUMNS, ...extraColumns]}
				idOf={({ date }) => date}
				data={data && closures.data && { items: data.items, total_count: 0 }}
				isError={isError || closures.isError}
				retry={() => void Promise.all([refetch(), closures.refetch()])}
				empty={{ title: words.noHolidays, detail: words.noHolidaysDetail }}
			/>
		</>
	);
}

function parseYear(text: string | undefined): number {
	return /^(19|20|21)\d\d$/.test(text ?? '') ? Number(text) : new Date().getFullYear();
}

/** Adds a future day on which the exchange is closed or closes early, in addition to its regular holidays. */
function NewClosure() {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const [{ date, type, name }, setClosure] = useState<Closure>({ date: '', type: 'full', name: '' });
	const closure = { date, type, name: name.trim() };
	const act = async (): Promise<string> => {
		await changeClosures(api, (closures) => [...closures.filter((existing) => existing.date !== date), closure]);
		setClosure({ date: '', type: 'full', name: '' });
		void navigate(viewLink('holidays', { year: date.slice(0, 4) }));
		return words.closed(date, type);
	};
	return (
		<div className={css['row']}>
			<label className={css['field']}>
				{words.day}
				<input
					type="date"
					className={form['input']}
					value={date}
					onChange={({ currentTarget: { value } }) => setClosure({ date: value, type, name })}
				/>
			</label>
			<label className={css['field']}>
				{words.closureType}
				<select
					className={form['input']}
					value={type}
					onChange={({ currentTarget: { value } }) =>
						setClosure({ date, type: CLOSURE_TYPES.find((kind) => kind === value) ?? 'full', name })
					}
				>
					{CLOSURE_TYPES.map((kind) => (
						<option key={kind} value={kind}>
							{words.closureTypes[kind]}
						</option>
					))}
				</select>
			</label>
			<label className={css['field']}>
				{words.why}
				<input
					className={form['input']}
					value={name}
					maxLength={100}
					placeholder={words.whyHint}
					onChange={({ currentTarget: { value } }) => setClosure({ date, type, name: value })}
				/>
			</label>
			<ActionButton
				label={words.addClosure}
				effect={words.addEffect(date, type)}
				confirmLabel={words.confirmLabel}
				act={act}
				disabled={date === '' || closure.name === ''}
			/>
		</div>
	);
}

/** Removes a closure that an administrator added. */
function WithdrawClosure({ closure: { date, name } }: { closure: Closure }) {
	const { api } = useRouteContext({ from: '__root__' });
	const act = async (): Promise<string> => {
		await changeClosures(api, (closures) => closures.filter((existing) => existing.date !== date));
		return words.opened(date);
	};
	return (
		<ActionButton
			label={words.withdraw}
			fullLabel={words.withdrawNamed(date)}
			effect={words.withdrawEffect(date, name)}
			confirmLabel={words.confirmLabel}
			act={act}
		/>
	);
}
