import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { readTable, type TableRules } from '../../entities/administration/table-state.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { NewClosure, WithdrawClosure } from './closures.tsx';
import css from './data.module.css';
import { closuresQuery, type Holiday, holidaysQuery } from './queries.ts';
import { viewLink } from './views.ts';
import { dataWords as words } from './words.ts';

const RULES: TableRules<'date', never> = { page: 'data', sorts: [], sortBy: 'date', sortDir: 'asc', filters: {} };

const COLUMNS: readonly AdminColumn<Holiday, string>[] = [
	{ key: 'date', label: words.date, cell: ({ date }) => monthDayYear(date) },
	{ key: 'name', label: words.holiday, cell: ({ name }) => name },
	{ key: 'how', label: words.how, cell: ({ type }) => words.howOf[type] },
];

/** The calendar's closures and early closes of a year, and the closures added here. */
export function Holidays({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const year = yearOf(search['year']);
	const { data, isError, refetch } = useQuery(holidaysQuery(api, year));
	const own = useQuery(closuresQuery(api));
	const closureOf = ({ date }: Holiday) => own.data?.find((one) => one.date === date);
	const setBy: AdminColumn<Holiday, string>[] = [
		{ key: 'set', label: words.setBy, cell: (holiday) => (closureOf(holiday) ? words.setHere : words.setAlways) },
		{
			key: 'act',
			label: words.takeBack,
			cell: (holiday) => {
				const closure = closureOf(holiday);
				return closure ? <WithdrawClosure closure={closure} /> : null;
			},
		},
	];
	const link = (to: number) => viewLink('holidays', { year: String(to) });
	return (
		<>
			<p className={css['note']}>{words.holidaysNote}</p>
			<NewClosure />
			<PageSteps label={words.year} text={String(year)} previous={link(year - 1)} next={link(year + 1)} />
			<AdminTable
				label={words.view('holidays')}
				rules={RULES}
				state={readTable(RULES, {})}
				columns={[...COLUMNS, ...setBy]}
				idOf={({ date }) => date}
				data={data && own.data && { items: data.items, total_count: 0 }}
				isError={isError || own.isError}
				retry={() => void Promise.all([refetch(), own.refetch()])}
				empty={{ title: words.noHolidays, detail: words.noHolidaysDetail }}
			/>
		</>
	);
}

function yearOf(text: string | undefined): number {
	return /^(19|20|21)\d\d$/.test(text ?? '') ? Number(text) : new Date().getFullYear();
}
