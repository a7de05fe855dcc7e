import { listParameterChanges, type ParameterValues, SCRIPT_VALUE_NAMES, type ScriptValue } from '@sw/domain/research/script-params';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, PAGE_SIZE, readTable } from '../../entities/administration/table-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { timeframeLabel } from './change-text.ts';
import { Changes } from './changes.tsx';
import css from './parameters.module.css';
import { type Origins, originsQuery, readView, type Versions as Sets, VALUES, VERSIONS, VIEWS, versionsQuery } from './queries.ts';
import { parameterWords as words } from './words.ts';

type Value = Origins['items'][number]['values'][number];

interface CurrentValueRow {
	name: ScriptValue;
	/** One value for each timeframe, in the order of TIMEFRAMES. */
	values: readonly (Value | undefined)[];
}

function Cell({ value }: { value: Value | undefined }) {
	if (!value) return null;
	if (value.entry === null) return value.value;
	return (
		<span title={words.builtIn(value.built_in)}>
			<strong>{value.value}</strong>{' '}
			<Link {...adminLink('parameters', { view: 'changes', edit: String(value.entry) })} className={css['origin']}>
				{words.byChange(value.entry)}
			</Link>
		</span>
	);
}

const CURRENT_COLUMNS: readonly AdminColumn<CurrentValueRow, string>[] = [
	{ key: 'value', label: words.value, cell: ({ name }) => words.valueOf(name) },
	...TIMEFRAMES.map(({ name, label }, i) => ({
		key: name,
		label,
		cell: ({ values }: CurrentValueRow) => <Cell value={values[i]} />,
		isNumber: true,
	})),
];

/** Shows the values in effect for a ticker and an algo, each with the change that set it. */
function CurrentValues({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(VALUES, search);
	const { data, error, isError, refetch } = useQuery({ ...originsQuery(api, state), retry: false });
	const rows = data && createValueRows(data);
	return (
		<>
			<p className={css['note']}>{words.valuesNote}</p>
			<TableFilters rules={VALUES} state={state} labels={{ ticker: words.ticker, algo: words.algo }} />
			{error instanceof ApiError && error.status === 404 ? (
				<StateBox title={words.noTicker} detail={words.noTickerDetail} />
			) : (
				<>
					<p className={css['note']}>
						{data?.ticker ? words.forTicker(data.ticker.ticker, data.ticker.name, data.ticker.type) : words.forAll}
					</p>
					<AdminTable
						label={words.view.values}
						rules={VALUES}
						state={state}
						columns={CURRENT_COLUMNS}
						idOf={({ name }) => name}
						data={rows && { items: rows, total_count: rows.length }}
						isError={isError}
						retry={() => void refetch()}
						empty={{ detail: '' }}
					/>
				</>
			)}
		</>
	);
}

function createValueRows({ items }: Origins): CurrentValueRow[] {
	return SCRIPT_VALUE_NAMES.map((name) => ({
		name,
		values: TIMEFRAMES.map((frame) => items.find(({ timeframe }) => timeframe === frame.name)?.values.find((value) => value.name === name)),
	}));
}

type Version = Sets['items'][number];

type VersionRow = Version & { previous: ParameterValues | undefined; first: ParameterValues | undefined };

const VERSION_COLUMNS: readonly AdminColumn<VersionRow, string>[] = [
	{ key: 'version', label: words.version, cell: ({ version, in_force }) => (in_force ? `${version} · ${words.active}` : version) },
	{ key: 'created', label: words.created, cell: ({ created }) => etDateTime(msOf(created)) },
	{ key: 'against', label: words.against, cell: ({ previous, values }) => <Differences from={previous} to={values} /> },
	{ key: 'first', label: words.againstFirst, cell: ({ first, values }) => <Differences from={first} to={values} /> },
];

const BODIES = { values: CurrentValues, changes: Changes, versions: Versions } as const;

/** Shows the engine parameters: what is in effect and why, the changes to them, and all past sets. */
export function AdminParameters({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(versionsQuery(api));
	const currentVersion = data?.items.find(({ in_force }) => in_force)?.version;
	const currentView = readView(search);
	const Body = BODIES[currentView];
	return (
		<>
			<PageHead title={words.title} note={currentVersion === undefined ? null : words.currentVersion(currentVersion)}>
				<Link {...adminLink('parameters', { view: 'changes', edit: 'new' })} className={buttonClass}>
					{words.newChange}
				</Link>
			</PageHead>
			<div className={css['parts']}>
				<Segmented
					label={words.views}
					segments={VIEWS.map((view) => ({
						key: view,
						label: words.view[view],
						active: view === currentView,
						link: adminLink('parameters', view === VIEWS[0] ? {} : { view }),
					}))}
				/>
			</div>
			<Body key={currentView} search={search} />
		</>
	);
}

function Differences({ from, to }: { from: ParameterValues | undefined; to: ParameterValues }) {
	const changes = from ? listParameterChanges(from, to) : [];
	if (changes.length === 0) return words.same;
	return (
		<ul className={css['list']}>
			{changes.map(({ name, timeframe, from: oldValue, to: newValue }) => (
				<li key={`${name} ${timeframe}`}>
					{words.setChange(words.valueOf(name), timeframe === null ? null : timeframeLabel(timeframe), oldValue, newValue)}
				</li>
			))}
		</ul>
	);
}

/** Lists all parameter sets with their differences from the previous set and from the first. */
function Versions({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(VERSIONS, search);
	const { data, isError, refetch } = useQuery(versionsQuery(api));
	const rows = data?.items.map(
		(item, i): VersionRow => ({ ...item, previous: data.items[i + 1]?.values, first: data.items.at(-1)?.values }),
	);
	const skip = (state.page - 1) * PAGE_SIZE;
	return (
		<>
			<p className={css['note']}>{words.versionsNote}</p>
			<AdminTable
				label={words.view.versions}
				rules={VERSIONS}
				state={state}
				columns={VERSION_COLUMNS}
				idOf={({ version }) => version}
				data={rows && { items: rows.slice(skip, skip + PAGE_SIZE), total_count: rows.length }}
				isError={isError}
				retry={() => void refetch()}
				empty={{ detail: '' }}
			/>
		</>
	);
}
