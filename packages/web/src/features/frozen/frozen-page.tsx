import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { filtersQuery } from '../../entities/filters/saved-filters.ts';
import { type ThawScope, useFreeze } from '../../entities/frozen/freeze.ts';
import { SCOPES, type ScopeName } from '../../entities/frozen/scopes.ts';
import { scopeWords } from '../../entities/frozen/words.ts';
import { lastFilterOf } from '../../entities/list-state/kept-settings.ts';
import { pageParameters, reportQuery } from '../../entities/list-state/settings.ts';
import { PAGE_SIZE, withFilter, withPage, withTab } from '../../entities/list-state/state.ts';
import type { Api } from '../../lib/api/client.ts';
import { formatCap } from '../../lib/format/numbers.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import cards from '../../ui/cards-table.module.css';
import { TableHeader } from '../../ui/content/scroll-box.tsx';
import { PageSteps } from '../../ui/controls/page-steps.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import edges from '../../ui/edges.module.css';
import { EtTime } from '../../ui/et-time.tsx';
import field from '../../ui/form.module.css';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import css from './frozen.module.css';
import { type FrozenSearch, type FrozenState, readFrozenState, writeFrozenState } from './frozen-state.ts';
import { words } from './words.ts';

interface FrozenTableProps {
	items: readonly FrozenItem[];
	filterName: (id: number) => string;
	thaw: (ticker: number, scope: ThawScope) => void;
}

/** Shows all frozen tickers of a scope, with buttons to unfreeze them. */
export function FrozenPage({ search }: { search: FrozenSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { state, refused } = readFrozenState(search);
	const { list, scope } = state;
	const { data, isError, refetch } = useQuery(frozenQuery(api, state));
	const { data: filters } = useQuery(filtersQuery(api));
	const { thaw } = useFreeze(list);
	const lastFilter = useLastFilter(list.tab);
	const isFilterMissing = lacksFilter(state);
	const filterNames = new Map(filters?.items.map(({ id, name }) => [id, name]));
	/** Falls back to a general name while the filters are loading. */
	const filterName = (id: number): string => filterNames.get(id) ?? (filters ? words.deletedFilter : words.someFilter);
	const start = (list.page - 1) * PAGE_SIZE;
	return (
		<>
			<InvalidValues refused={refused} />
			<div className={css['bar']}>
				<Segmented
					label={words.scope}
					segments={SCOPES.map((name) => ({
						key: name,
						label: scopeWords[name],
						active: name === scope,
						link: frozenLink({ list: withPage(name === 'filter' ? { ...list, filter: list.filter ?? lastFilter } : list, 1), scope: name }),
					}))}
				/>
				{scope === 'tab' ? (
					<Segmented
						label={words.tab}
						segments={TABS.map(({ name, label }) => ({
							key: name,
							label,
							active: name === list.tab,
							link: frozenLink({ list: withTab(list, name), scope }),
						}))}
					/>
				) : null}
				{scope === 'filter' ? (
					<select
						className={`${field['input']} ${css['select']}`}
						aria-label={words.filter}
						value={list.filter ?? ''}
						onChange={(event) => {
							const setting = filters?.items.find(({ id }) => String(id) === event.currentTarget.value);
							const next = setting ? { ...withTab(list, setting.tab), filter: setting.id } : withFilter(list, undefined);
							void navigate(frozenLink({ list: next, scope }));
						}}
					>
						<option value="">{words.chooseFilter}</option>
						{filters?.items.map(({ id, name }) => (
							<option key={id} value={id}>
								{name}
							</option>
						))}
					</select>
				) : null}
				{data && !isFilterMissing ? (
					<span className={css['sum']}>
						{words.summary(data.total_count + data.missing, data.frozen.black_list_count)}
						{data.missing > 0 ? words.missing(data.missing) : null}
					</span>
				) : null}
			</div>
			{data && data.frozen.filters.length + data.frozen.tabs.length > 0 ? (
				<ul className={css['map']} aria-label={words.perFilter}>
					<li>
						{words.everywhere} <b>{data.frozen.all.length}</b>
					</li>
					{data.frozen.tabs.map(({ tab, tickers }) => (
						<li key={tab}>
							<Link {...frozenLink({ list: withTab(list, tab), scope: 'tab' })}>
								{words.inTab(tab)} <b>{tickers.length}</b>
							</Link>
						</li>
					))}
					{data.frozen.filters.map(({ filter, tickers }) => (
						<li key={filter}>
							<Link {...frozenLink({ list: { ...withPage(list, 1), filter }, scope: 'filter' })}>
								{filterName(filter)} <b>{tickers.length}</b>
							</Link>
						</li>
					))}
				</ul>
			) : null}
			{!data ? (
				isError ? (
					<StateBox title={words.failed} detail={words.failedNext}>
						<Retry retry={() => void refetch()}>{words.retry}</Retry>
					</StateBox>
				) : (
					<div className={css['waiting']} aria-busy="true" />
				)
			) : isFilterMissing ? (
				<StateBox title={words.chooseFilter} detail={words.chooseFilterNext} />
			) : data.items.length === 0 ? (
				<StateBox title={words.empty} detail={words.emptyNext}>
					<Link to="/main" className={buttonClass}>
						{words.toList}
					</Link>
				</StateBox>
			) : (
				<>
					<FrozenTable items={data.items} filterName={filterName} thaw={(ticker, thawScope) => void thaw([ticker], thawScope)} />
					<PageSteps
						label={words.pages}
						text={words.pageOf(start + 1, start + data.items.length, data.total_count)}
						previous={list.page > 1 ? frozenLink({ list: withPage(list, list.page - 1), scope }) : undefined}
						next={start + data.items.length < data.total_count ? frozenLink({ list: withPage(list, list.page + 1), scope }) : undefined}
					/>
				</>
			)}
		</>
	);
}

function frozenLink(state: FrozenState) {
	return { to: '/frozen-list' as const, search: writeFrozenState(state) };
}

/** Returns the filter that the reader last chose in a tab; undefined on the server, because session storage exists only in browsers. */
function useLastFilter(tab: Tab): number | undefined {
	return useSyncExternalStore(
		subscribeToNothing,
		() => lastFilterOf(tab),
		() => undefined,
	);
}

function subscribeToNothing() {
	return () => {};
}

/** Shows each frozen ticker, with a row for every scope: the reason and the end date of the freeze. */
function FrozenTable({ items, filterName, thaw }: FrozenTableProps) {
	const scopeName = ({ filter, tab }: FreezeEntry): string => {
		if (filter !== null) return filterName(filter);
		return tab === null ? words.everywhere : words.inTab(tab);
	};
	const { columns } = words;
	return (
		<section className={`${edges['edges']} ${css['scroll']} ${cards['cards']}`} aria-label={words.tableLabel}>
			<table className={css['table']}>
				<TableHeader names={Object.values(columns)} />
				{items.map((item) => {
					const freezes = item.frozen ?? [];
					return (
						<tbody key={item.ticker_id}>
							{freezes.map((freeze, i) => (
								<tr key={freeze.filter ?? freeze.tab ?? 'all'}>
									{i === 0 ? (
										<>
											<th scope="rowgroup" rowSpan={freezes.length}>
												<Link to="/ticker/$id" params={{ id: String(item.ticker_id) }} className={css['ticker'] ?? ''} title={item.name}>
													{item.ticker}
												</Link>
											</th>
											<td rowSpan={freezes.length} data-label={columns.cap}>
												{formatCap(item.capitalization)}
											</td>
											<td rowSpan={freezes.length} data-label={columns.rate}>
												{item.weighted_sum}
											</td>
										</>
									) : null}
									<td className={css['text']} data-label={columns.where}>
										{scopeName(freeze)}
									</td>
									<td className={css['text']} data-label={columns.reason}>
										{freeze.reason}
									</td>
									<td data-label={columns.since}>
										<Instant iso={freeze.since} />
									</td>
									<td data-label={columns.until}>{freeze.until ? <Instant iso={freeze.until} /> : words.never}</td>
									<td>
										<button
											type="button"
											className={`${buttonClass} needs-script`}
											aria-label={isEverywhere(freeze) ? words.thawAllOf(item.ticker) : words.thawHere(item.ticker, scopeName(freeze))}
											onClick={() => thaw(item.ticker_id, toThawScope(freeze))}
										>
											{isEverywhere(freeze) && freezes.length > 1 ? words.thawAll : words.thaw}
										</button>
									</td>
								</tr>
							))}
						</tbody>
					);
				})}
			</table>
		</section>
	);
}

function Instant({ iso }: { iso: string }) {
	return <EtTime ms={msOf(iso)}>{etDateTime(msOf(iso))}</EtTime>;
}

/** Returns the scope to unfreeze. A ticker frozen everywhere is unfrozen in all scopes, because otherwise it could stay hidden. */
function toThawScope({ filter, tab }: FreezeEntry): ThawScope {
	return filter !== null ? { filter } : tab !== null ? { tab } : {};
}

function isEverywhere({ filter, tab }: FreezeEntry): boolean {
	return filter === null && tab === null;
}

export type FrozenList = AnswerOf<Contract['signals']['sectorChartBlackList']>;
type FrozenItem = FrozenList['items'][number];
export type FreezeEntry = NonNullable<FrozenItem['frozen']>[number];

/** Returns true if the scope is 'filter' but no filter is chosen yet. */
function lacksFilter({ list, scope }: FrozenState): boolean {
	return scope === 'filter' && list.filter === undefined;
}

/** Requests one page of a scope's frozen tickers, with an overview of all scopes. While no filter is chosen, only the overview is needed. */
export function frozenQuery(api: Api, { list, scope }: FrozenState) {
	const requestedScope: ScopeName = lacksFilter({ list, scope }) ? 'all' : scope;
	const query = { ...reportQuery(list), ...pageParameters({ ...list, view: 'cards' }), scope: requestedScope };
	return queryOptions({
		queryKey: ['signals', 'frozen', query],
		queryFn: () => api.signals.sectorChartBlackList({ query }),
	});
}
