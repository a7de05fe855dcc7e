import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import { type Setting, STARTED } from './queries.ts';
import css from './settings.module.css';
import { settingWords as words } from './words.ts';

const COLUMNS: readonly AdminColumn<Setting, string>[] = [
	{ key: 'name', label: words.variable, cell: ({ name }) => <code>{name}</code> },
	{
		key: 'value',
		label: words.value,
		cell: ({ value, fallback }) => (value === fallback ? words.valueOf(value) : <b>{words.valueOf(value)}</b>),
	},
	{ key: 'fallback', label: words.fallback, cell: ({ value, fallback }) => (value === fallback ? '' : words.valueOf(fallback)) },
	{ key: 'about', label: words.about, cell: ({ about }) => <span className={css['meaning']}>{about}</span> },
];

/** The start-up configuration, read-only, searchable by name and description. */
export function StartedWith({ settings, search }: { settings: readonly Setting[]; search: AdminSearch }) {
	const state = readTable(STARTED, search);
	const word = state.filters.q.toLowerCase();
	const found = settings
		.filter(({ name, about }) => name.toLowerCase().includes(word) || about.toLowerCase().includes(word))
		.toSorted((a, b) => (a.name < b.name ? -1 : 1) * (state.sortDir === 'asc' ? 1 : -1));
	return (
		<>
			<TableFilters rules={STARTED} state={state} labels={{ q: words.find }} />
			<AdminTable
				label={words.started}
				rules={STARTED}
				state={{ ...state, page: 1 }}
				columns={COLUMNS}
				idOf={({ name }) => name}
				data={{ items: found, total_count: 0 }}
				isError={false}
				retry={() => {}}
				empty={{ detail: words.none }}
			/>
		</>
	);
}
