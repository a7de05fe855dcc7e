import { type SetValues, setChanges } from '@sw/domain/research/script-params';
import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable } from '../../entities/administration/admin-table.tsx';
import type { AdminSearch } from '../../entities/administration/links.ts';
import { PAGE, readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { labelOf } from './change-text.ts';
import css from './parameters.module.css';
import { type Versions as Sets, VERSIONS, versionsQuery } from './queries.ts';
import { parameterWords as words } from './words.ts';

type Version = Sets['items'][number];
type Row = Version & { before: SetValues | undefined; first: SetValues | undefined };

function Differences({ from, to }: { from: SetValues | undefined; to: SetValues }) {
	const changes = from ? setChanges(from, to) : [];
	if (changes.length === 0) return words.same;
	return (
		<ul className={css['list']}>
			{changes.map(({ name, timeframe, from: was, to: is }) => (
				<li key={`${name} ${timeframe}`}>
					{words.setChange(words.valueOf(name), timeframe === null ? null : labelOf(timeframe), was, is)}
				</li>
			))}
		</ul>
	);
}

const COLUMNS: readonly AdminColumn<Row, string>[] = [
	{ key: 'version', label: words.version, cell: ({ version, in_force }) => (in_force ? `${version} · ${words.isInForce}` : version) },
	{ key: 'created', label: words.created, cell: ({ created }) => etDateTime(msOf(created)) },
	{ key: 'against', label: words.against, cell: ({ before, values }) => <Differences from={before} to={values} /> },
	{ key: 'first', label: words.againstFirst, cell: ({ first, values }) => <Differences from={first} to={values} /> },
];

/** All parameter sets and their differences. */
export function Versions({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(VERSIONS, search);
	const { data, isError, refetch } = useQuery(versionsQuery(api));
	const rows = data?.items.map((item, i): Row => ({ ...item, before: data.items[i + 1]?.values, first: data.items.at(-1)?.values }));
	const from = (state.page - 1) * PAGE;
	return (
		<>
			<p className={css['note']}>{words.versionsNote}</p>
			<AdminTable
				label={words.view.versions}
				rules={VERSIONS}
				state={state}
				columns={COLUMNS}
				idOf={({ version }) => version}
				data={rows && { items: rows.slice(from, from + PAGE), total_count: rows.length }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: '' }}
			/>
		</>
	);
}
