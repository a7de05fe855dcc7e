import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PageHead } from '../../entities/administration/page-head.tsx';
import { TableFilters } from '../../entities/administration/table-filters.tsx';
import { readTable } from '../../entities/administration/table-state.ts';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { words as common } from '../../ui/words.ts';
import { type Setting, STARTED, settingsQuery } from './queries.ts';
import css from './settings.module.css';
import { SiteSetting } from './site-setting.tsx';
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

/** Settings that apply while the server runs, its start-up configuration, and the button to clear the caches. */
export function AdminSettings({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(settingsQuery(api));
	const items = data?.items ?? [];
	return (
		<>
			<PageHead title={words.title} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data || isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{data ? (
				<>
					<section className={panel['panel']} aria-label={words.house}>
						<h2 className={panel['title']}>{words.house}</h2>
						<ul className={css['settings']}>
							{items.flatMap((setting) => (setting.editable ? [<SiteSetting key={setting.name} setting={setting} />] : []))}
						</ul>
						<p className={panel['note']}>{words.builtInNote}</p>
					</section>
					<section className={panel['panel']} aria-label={words.kept}>
						<h2 className={panel['title']}>{words.kept}</h2>
						<div className={css['setting']}>
							<p className={css['about']}>{words.keptNote}</p>
							<ActionButton
								label={words.forget}
								will={words.forgetWill}
								sure={words.sure}
								act={async () => words.forgot((await api.operations.resetCache()).cleared)}
							/>
						</div>
					</section>
					<section className={css['started']}>
						<h2 className={panel['title']}>{words.started}</h2>
						<p className={css['note']}>{words.startedNote}</p>
						<StartedWith settings={items.filter(({ editable }) => !editable)} search={search} />
					</section>
				</>
			) : null}
		</>
	);
}

/** The start-up configuration, read-only, searchable by name and description. */
function StartedWith({ settings, search }: { settings: readonly Setting[]; search: AdminSearch }) {
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
