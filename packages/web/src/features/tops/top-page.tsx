import type { TopCategory } from '@sw/domain/prices/top-categories';
import { intervalFacts } from '@sw/domain/prices/top-lists';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLicence } from '../../entities/session/licence.ts';
import { etClock, etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { Refusals } from '../../ui/refusals.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { besideQuery, tickersIn, topTableQuery } from './queries.ts';
import { TableTabs } from './table-tabs.tsx';
import { intervalOf, MORE_TABLES, TOP_TABLES } from './tables.ts';
import {
	CAP_CHOICES,
	INTERVAL_CHOICES,
	readTopState,
	storeChoice,
	storedSearch,
	type TopSearch,
	type TopState,
	writeTopState,
} from './top-state.ts';
import { TopTable } from './top-table.tsx';
import { besideById, topRows } from './top-view.ts';
import css from './tops.module.css';
import { useTopFailure } from './use-top-failure.ts';
import { words } from './words.ts';

const FROM = { fromTop: 'true' };

/** Tables over one interval and one bucket of capitalisation. */
const useTops = (state: TopState) => {
	const { api } = useRouteContext({ from: '__root__' });
	const licence = useLicence();
	const categories: readonly TopCategory[] = [...TOP_TABLES, ...state.more];
	const tables = useQueries({
		queries: categories.map((category) => ({
			...topTableQuery(api, category, { interval: intervalOf(category, state), cap: state.cap }, licence != null),
			enabled: licence !== undefined,
		})),
	});
	const beside = useQuery(besideQuery(api, tickersIn(tables.map(({ data }) => data)))).data;
	useTopFailure(tables.find(({ error }) => error) ?? { error: null, data: undefined });
	return { categories, tables, beside };
};

/** How a table is measured, and over which interval where that is not the one of the switch. */
const noteOf = (category: TopCategory, state: TopState): string | undefined => {
	const interval = intervalOf(category, state);
	const parts = [interval === state.interval ? undefined : words.over(intervalFacts(interval).label), words.measured[category]];
	return parts.filter((part) => part !== undefined).join(' ') || undefined;
};

const More = ({ state }: { state: TopState }) => {
	const waiting = MORE_TABLES.filter((category) => !state.more.includes(category));
	if (waiting.length === 0) return null;
	return (
		<nav className={css['waiting']} aria-label={words.more}>
			<span>{words.more}</span>
			{waiting.map((category) => (
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
};

/** The top tables: four of them at once, the others when they are asked for. */
export const TopPage = ({ search }: { search: TopSearch }) => {
	const navigate = useNavigate();
	const { state, refused } = readTopState(search);
	const { categories, tables, beside } = useTops(state);
	const rowsBeside = besideById(beside?.items);
	const time = tables.find(({ data }) => data?.time)?.data?.time;
	const asked = Object.keys(search).length > 0;
	const { interval, cap } = state;

	// An address that says nothing opens the tables as they were left in this browser.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page opens
	useEffect(() => {
		const left = storedSearch();
		if (!asked && Object.keys(left).length > 0) void navigate({ to: '/top', search: left, replace: true });
	}, []);
	useEffect(() => {
		if (asked) storeChoice({ interval, cap });
	}, [asked, interval, cap]);

	return (
		<>
			<Refusals refused={refused} />
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
						const chosen = CAP_CHOICES.find(({ name }) => name === event.currentTarget.value)?.name ?? 'all';
						void navigate({ to: '/top', search: { ...writeTopState({ ...state, cap: chosen }), marketcap: chosen } });
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
						{beside?.report ? ` · ${words.wheels(etClock(msOf(beside.report.time)))}` : null}
					</span>
				) : null}
				<More state={state} />
			</div>
			<TableTabs categories={categories}>
				{(category) => {
					const table = tables[categories.indexOf(category)];
					const isMore = state.more.some((name) => name === category);
					return (
						<TopTable
							category={category}
							rows={table?.data && topRows(table.data, category, rowsBeside)}
							failed={table?.isError ?? false}
							from={FROM}
							heading="h2"
							note={noteOf(category, state)}
							wheels
							retry={() => void table?.refetch()}
							tool={
								isMore ? (
									<Link
										to="/top"
										search={writeTopState({ ...state, more: state.more.filter((name) => name !== category) })}
										className={css['close'] ?? ''}
										aria-label={words.close(words.titles[category])}
										title={words.close(words.titles[category])}
										resetScroll={false}
									>
										×
									</Link>
								) : null
							}
						/>
					);
				}}
			</TableTabs>
		</>
	);
};
