import { findInterval, type TopCategory } from '@sw/domain/prices/top-lists';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLicence } from '../../entities/session/session-query.ts';
import { type TickerSearch, topParameters } from '../../entities/ticker/ticker-state.ts';
import { type NamedTable, topTableQuery } from '../../entities/tops/top-table.ts';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import rows from './full-rows.module.css';
import { collectTickerIds, leadersQuery, rowChartsQuery, urgentQuery } from './queries.ts';
import { TableTabs } from './table-tabs.tsx';
import {
	findWheelTime,
	intervalOf,
	isExtendedHours,
	isMention,
	OPTIONAL_TABLES,
	type OptionalTable,
	type TableName,
	TOP_TABLES,
} from './tables.ts';
import type { TopSearch } from './top-search.ts';
import {
	CAP_CHOICES,
	hasLeaders,
	INTERVAL_CHOICES,
	readStoredSearch,
	readTopState,
	storeChoice,
	type TopState,
	writeTopState,
} from './top-state.ts';
import { TopTable } from './top-table.tsx';
import { mapRowChartsById, toTopRows, WHEEL_RINGS } from './top-view.ts';
import css from './tops.module.css';
import { useTopFailure } from './use-top-failure.ts';
import { words } from './words.ts';

const MentionGroup = onDemand(async () => (await import('./mention-group.tsx')).MentionGroup);

/** Shows the top tables: initially four, and leading mentions if there are any. The reader can add others. */
export function TopPage({ search }: { search: TopSearch }) {
	const navigate = useNavigate();
	const { state, refused } = readTopState(search);
	const { more, names: tableNames, categories, tables, charts, licensed } = useTops(state);
	const shownState = { ...state, more };
	const rowCharts = mapRowChartsById(charts.data?.items);
	const time = tables.find(({ data }) => data?.time)?.data?.time;
	const isChosen = Object.keys(search).length > 0;
	const { interval, cap } = state;

	// Without search parameters, the page restores the last choice of this browser.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page opens
	useEffect(() => {
		const storedParams = readStoredSearch();
		if (!isChosen && Object.keys(storedParams).length > 0) void navigate({ to: '/top', search: storedParams, replace: true });
	}, []);
	useEffect(() => {
		if (isChosen) storeChoice({ interval, cap });
	}, [isChosen, interval, cap]);

	return (
		<>
			<InvalidValues refused={refused} />
			<div className={css['bar']}>
				<Segmented
					label={words.interval}
					segments={INTERVAL_CHOICES.map(({ name, label }) => ({
						key: name,
						label,
						active: name === interval,
						link: { to: '/top', search: { ...writeTopState({ ...state, interval: name, chosen: true }) } },
					}))}
				/>
				<select
					className={`${field['input']} ${css['select']} needs-script`}
					aria-label={words.cap}
					value={cap}
					onChange={(event) => {
						const newCap = CAP_CHOICES.find(({ name }) => name === event.currentTarget.value)?.name ?? 'all';
						void navigate({ to: '/top', search: { ...writeTopState({ ...state, cap: newCap }), marketcap: newCap } });
					}}
				>
					{CAP_CHOICES.map(({ name, label }) => (
						<option key={name} value={name}>
							{label}
						</option>
					))}
				</select>
				{time ? (
					<span className={css['asOf']}>
						<EtTime ms={msOf(time)}>{words.asOf(etDateTime(msOf(time)))}</EtTime>
						{charts.data?.report ? ` · ${words.wheels(etClock(msOf(charts.data.report.time)), WHEEL_RINGS)}` : null}
						{charts.isError && !charts.data ? (
							<>
								{` · ${words.wheelsFailed} `}
								<Retry retry={() => void charts.refetch()}>{words.retry}</Retry>
							</>
						) : null}
					</span>
				) : null}
				<AddTableLinks state={shownState} />
			</div>
			<div className={rows['rows']}>
				<TableTabs categories={tableNames} opensAdded={state.more !== undefined}>
					{(name) => {
						const tool = <RemoveTableLink name={name} state={shownState} />;
						if (isMention(name)) return <MentionGroup kind={name} rowCharts={rowCharts} licensed={licensed} tool={tool} />;
						const table = tables[categories.indexOf(name)];
						return (
							<TopTable
								category={name}
								rows={table?.data && toTopRows(table.data, name, rowCharts)}
								failed={table?.isError ?? false}
								linkSearch={(order) => createTopTableSearch({ category: name, interval: intervalOf(name, state), cap }, order)}
								heading="h2"
								note={formatNote(name, state)}
								isExtendedHours={isExtendedHours(intervalOf(name, state))}
								wheels
								retry={() => void table?.refetch()}
								tool={tool}
							/>
						);
					}}
				</TableTabs>
			</div>
		</>
	);
}

type ShownState = TopState & { more: readonly OptionalTable[] };

/** Shows the button that removes an added table. */
function RemoveTableLink({ name, state }: { name: TableName; state: ShownState }) {
	if (!state.more.some((addedTable) => addedTable === name)) return null;
	const label = words.close(words.titles[name]);
	return (
		<Link
			to="/top"
			search={writeTopState({ ...state, more: state.more.filter((addedTable) => addedTable !== name) })}
			className={css['close'] ?? ''}
			aria-label={label}
			title={label}
			resetScroll={false}
		>
			×
		</Link>
	);
}

function AddTableLinks({ state }: { state: ShownState }) {
	const addableTables = OPTIONAL_TABLES.filter((category) => !state.more.includes(category));
	if (addableTables.length === 0) return null;
	return (
		<nav className={css['waiting']} aria-label={words.more}>
			<span>{words.more}</span>
			{addableTables.map((category) => (
				<Link
					key={category}
					to="/top"
					search={writeTopState({ ...state, more: [...state.more, category] })}
					className={css['chip'] ?? ''}
					resetScroll={false}
				>
					{words.open(words.titles[category])}
				</Link>
			))}
		</nav>
	);
}

/** Describes how a table is measured, with the table's interval unless the switch already shows that interval. */
function formatNote(category: TopCategory, state: TopState): string | undefined {
	const interval = intervalOf(category, state);
	const parts = [
		interval === state.interval ? undefined : words.over(findInterval(interval).label),
		words.measured[category],
		isExtendedHours(interval) ? words.outside : undefined,
	];
	return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

/** Queries the page's tables for one market cap tier, each for its interval. */
function useTops(state: TopState) {
	const { api } = useRouteContext({ from: '__root__' });
	const licence = useLicence();
	const leaders = useQuery({ ...leadersQuery(api), enabled: licence != null && hasLeaders(state) });
	const urgent = useQuery({ ...urgentQuery(api), enabled: licence != null && state.more?.includes('urgent') === true });
	// The table of leading mentions is rendered even while loading, because otherwise the other tables would move.
	const hasMentions = licence != null && (leaders.data === undefined || leaders.data.items.length > 0);
	const more = state.more ?? (hasMentions ? (['leaders'] as const) : []);
	const tableNames: readonly TableName[] = [...TOP_TABLES, ...more];
	const categories = tableNames.filter((name) => !isMention(name));
	const tables = useQueries({
		queries: categories.map((category) => ({
			...topTableQuery(api, category, { interval: intervalOf(category, state), cap: state.cap }, licence != null),
			enabled: licence !== undefined,
		})),
	});
	const tableAnswers = tables.map(({ data }) => data);
	const chartsQuery = useQuery(
		rowChartsQuery(api, collectTickerIds([...tableAnswers, leaders.data, urgent.data]), findWheelTime(state, tableAnswers)),
	);
	useTopFailure([...tables, leaders, urgent].find(({ error }) => error) ?? { error: null, data: undefined });
	return {
		more,
		names: tableNames,
		categories,
		tables,
		charts: chartsQuery,
		licensed: licence === undefined ? undefined : licence !== null,
	};
}

/** Returns the search parameters with which a ticker's page steps through the top table. `order`: one-based. */
function createTopTableSearch(table: NamedTable, order: number): TickerSearch {
	return { fromTop: 'true', ...toDotted({ order, ...topParameters(table) }) };
}
