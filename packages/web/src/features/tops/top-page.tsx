import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { Refusals } from '../../ui/refusals.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TOP_TABLES, topSparklinesQuery, topTableQuery } from './queries.ts';
import { TableTabs } from './table-tabs.tsx';
import { CAP_CHOICES, INTERVAL_CHOICES, readTopState, storeChoice, storedChoice, type TopSearch, writeTopState } from './top-state.ts';
import { TopTable } from './top-table.tsx';
import { closesById, topRows } from './top-view.ts';
import css from './tops.module.css';
import { words } from './words.ts';

const FROM = { fromTop: 'true' };

/** Four tables over one interval and one bucket of capitalisation. */
export const TopPage = ({ search }: { search: TopSearch }) => {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { state, refused } = readTopState(search);
	const tables = useQueries({ queries: TOP_TABLES.map((category) => topTableQuery(api, category, state)) });
	const closes = closesById(useQuery(topSparklinesQuery(api, state)).data?.items);
	const time = tables.find(({ data }) => data?.time)?.data?.time;
	const asked = Object.keys(search).length > 0;
	const { interval, cap } = state;

	// An address that says nothing opens the tables as they were left in this browser.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only once, when the page opens
	useEffect(() => {
		const left = writeTopState(storedChoice());
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
						link: { to: '/top', search: { ...writeTopState({ interval: name, cap }), interval: name } },
					}))}
				/>
				<select
					className={`${field['input']} ${css['select']} needs-script`}
					aria-label={words.cap}
					value={cap}
					onChange={(event) => {
						const chosen = CAP_CHOICES.find(({ name }) => name === event.currentTarget.value)?.name ?? 'all';
						void navigate({ to: '/top', search: { ...writeTopState({ interval, cap: chosen }), marketcap: chosen } });
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
					</span>
				) : null}
			</div>
			<TableTabs categories={TOP_TABLES}>
				{(category) => {
					const table = tables[TOP_TABLES.indexOf(category)];
					return (
						<TopTable
							category={category}
							rows={table?.data && topRows(table.data, category, closes)}
							failed={table?.isError ?? false}
							from={FROM}
							heading="h2"
						/>
					);
				}}
			</TableTabs>
		</>
	);
};
