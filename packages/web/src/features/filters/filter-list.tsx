import { TABS, type Tab } from '@sw/domain/signals/sector';
import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type FilterList, type FilterSetting, filtersQuery, NO_FILTERS } from '../../entities/filters/saved-filters.ts';
import { useSession } from '../../entities/session/session-query.ts';
import { createQueryReader, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import type { Api } from '../../lib/api/client.ts';
import { buttonClass } from '../../ui/button.ts';
import { Toggles } from '../../ui/controls/toggles.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import field from '../../ui/form.module.css';
import { Retry } from '../../ui/states/load-failed.tsx';
import { onDemand } from '../../ui/states/on-demand.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { createDraft, toDraft } from './draft.ts';
import { FilterEditor } from './editor.tsx';
import { FilterCard } from './filter-card.tsx';
import css from './list.module.css';
import { useFilters } from './use-filters.ts';
import { words } from './words.ts';

const ALERT_OPTIONS = [
	{ name: 'favorite', label: words.withAlerts },
	{ name: 'dislike', label: words.withoutAlerts },
] as const;

interface Props {
	/** The filter that the URL asks to open: an id, or 'new'. */
	edit?: string | undefined;
	narrowing?: FilterNarrowing;
}

/** Minimum number of own filters for the overfitting estimate; with fewer, there is too little to choose from. */
const MIN_FILTERS_TO_COMPARE = 5;

const Overfitting = onDemand(async () => (await import('./overfitting.tsx')).Overfitting, 'silent');

const NO_NARROWING: FilterNarrowing = { tab: undefined, timeframes: undefined, favorite: false, dislike: false };

/** Lists all saved filters, the reader's own first. A filter opens in an editor in a sheet. */
export function FilterListPage({ edit, narrowing = NO_NARROWING }: Props) {
	const { profile } = useSession();
	const filters = useFilters();
	const { data, isError, refetch } = filters.query;
	const { api } = useRouteContext({ from: '__root__' });
	const narrowedQuery = useQuery(narrowedFiltersQuery(api, narrowing));
	const isNarrowed = Object.keys(writeNarrowing(narrowing)).length > 0;
	const sheet = useRef<HTMLDialogElement>(null);
	const confirmDialog = useRef<HTMLDialogElement>(null);
	const [editedFilter, setEditedFilter] = useState<FilterSetting | 'new'>();
	const [filterToDelete, setFilterToDelete] = useState<FilterSetting>();
	const isAdmin = profile?.role === 'admin';

	const open = (target: FilterSetting | 'new'): void => {
		setEditedFilter(target);
		sheet.current?.showModal();
	};
	// Each URL opens its filter only once, because the filter must not reopen after the reader closes it.
	const [handledEdit, setHandledEdit] = useState<string>();
	const requestedFilter = edit === 'new' ? 'new' : data?.items.find(({ id }) => String(id) === edit);
	useEffect(() => {
		if (requestedFilter === undefined || edit === handledEdit) return;
		setHandledEdit(edit);
		setEditedFilter(requestedFilter);
		sheet.current?.showModal();
	}, [requestedFilter, edit, handledEdit]);
	const close = (): void => sheet.current?.close();
	const items = [...(narrowedQuery.data?.items ?? [])].sort((a, b) => Number(a.is_branded) - Number(b.is_branded));
	const ownCount = data?.items.filter((item) => !item.is_branded).length;
	return (
		<>
			<div className={css['bar']}>
				<button type="button" className={`${buttonClass} needs-script`} onClick={() => open('new')}>
					{words.newFilter}
				</button>
				<Link to="/target" className={buttonClass} preload={false}>
					{words.targets}
				</Link>
				<Link to="/watchlists" className={buttonClass} preload={false}>
					{words.watchlists}
				</Link>
				<Link to="/decisions" className={buttonClass} preload={false}>
					{words.decisions}
				</Link>
				<Link to="/signal-search" className={buttonClass} preload={false}>
					{words.signalSearch}
				</Link>
				{data ? <span>{words.limit(data.limit, data.allowed)}</span> : null}
				{data && data.limit >= data.allowed && profile?.license !== 'pro' ? (
					<Link to="/prices" className={buttonClass}>
						{common.changeLicence}
					</Link>
				) : null}
				{data ? <span>{words.frozen(data.black_list_count)}</span> : null}
			</div>
			{(isError && !data) || (narrowedQuery.isError && !narrowedQuery.data) ? (
				<StateBox title={words.loadFailed} detail={words.loadFailedNext}>
					<Retry retry={() => void Promise.all([refetch(), narrowedQuery.refetch()])}>{words.retry}</Retry>
				</StateBox>
			) : null}
			{ownCount !== undefined && ownCount >= MIN_FILTERS_TO_COMPARE ? <Overfitting /> : null}
			<NarrowingBar narrowing={narrowing} />
			{data && ownCount === 0 && !isNarrowed ? (
				<StateBox title={words.empty} detail={words.emptyNext}>
					<button type="button" className={buttonClass} onClick={() => open('new')}>
						{words.newFilter}
					</button>
				</StateBox>
			) : null}
			{narrowedQuery.data && isNarrowed && items.length === 0 ? (
				<StateBox title={words.empty} detail={words.noneNarrowed}>
					<Link to="/filter-settings-list" className={buttonClass}>
						{words.showAll}
					</Link>
				</StateBox>
			) : null}
			<ul className={css['list']} aria-busy={!narrowedQuery.data && !narrowedQuery.isError}>
				{items.map((setting) => (
					<li key={setting.id}>
						<FilterCard
							setting={setting}
							canEdit={isAdmin || !setting.is_branded}
							edit={() => open(setting)}
							remove={() => {
								setFilterToDelete(setting);
								confirmDialog.current?.showModal();
							}}
						/>
					</li>
				))}
			</ul>
			<Sheet
				sheet={sheet}
				title={editedFilter && editedFilter !== 'new' ? editedFilter.name : words.newFilter}
				onClose={() => setEditedFilter(undefined)}
			>
				{editedFilter ? (
					<FilterEditor
						key={editedFilter === 'new' ? 'new' : editedFilter.id}
						start={editedFilter === 'new' ? createDraft('extreme_rise', 'first') : toDraft(editedFilter)}
						saved={editedFilter === 'new' ? undefined : editedFilter}
						hasTabFields
						isAdmin={isAdmin}
						filters={filters}
						onSaved={close}
						onDeleted={close}
					/>
				) : null}
			</Sheet>
			<ConfirmDialog
				dialog={confirmDialog}
				title={words.deleteTitle(filterToDelete?.name ?? '')}
				detail={words.deleteConfirm}
				confirmLabel={words.delete}
				act={async () => {
					if (filterToDelete) await filters.remove(filterToDelete);
				}}
			/>
		</>
	);
}

/** Shows the controls that narrow the list of filters. The URL stores the choice. */
function NarrowingBar({ narrowing }: { narrowing: FilterNarrowing }) {
	const navigate = useNavigate();
	const go = (change: Partial<FilterNarrowing>): void =>
		void navigate({ to: '/filter-settings-list', search: writeNarrowing({ ...narrowing, ...change }), resetScroll: false });
	return (
		<div className={`${css['bar']} ${css['narrow']} needs-script`}>
			<select
				className={field['input']}
				aria-label={words.tab}
				value={narrowing.tab ?? ''}
				onChange={({ currentTarget }) => go({ tab: TABS.find(({ name }) => name === currentTarget.value)?.name })}
			>
				<option value="">{words.allTabs}</option>
				{TABS.map(({ name, label }) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
			</select>
			<select
				className={field['input']}
				aria-label={words.timeframes}
				value={narrowing.timeframes ?? ''}
				onChange={({ currentTarget }) => go({ timeframes: STRATEGIES.find(({ name }) => name === currentTarget.value)?.name })}
			>
				<option value="">{words.everyTimeframe}</option>
				{STRATEGIES.map(({ name, label }) => (
					<option key={name} value={name}>
						{label}
					</option>
				))}
			</select>
			<Toggles
				label={words.alerts}
				options={ALERT_OPTIONS}
				selected={ALERT_OPTIONS.map(({ name }) => name).filter((name) => narrowing[name])}
				onSelect={(on) => go({ favorite: on.includes('favorite'), dislike: on.includes('dislike') })}
			/>
		</div>
	);
}

/** Search parameters of the filter list; `edit` opens one filter. */
export interface NarrowingSearch {
	tabType?: string;
	strategyTimeframe?: string;
	favorite?: string;
	dislike?: string;
	edit?: string;
}

/** The choices that narrow the list of filters. */
interface FilterNarrowing {
	tab: Tab | undefined;
	timeframes: StrategyName | undefined;
	/** `favorite`: only filters with alerts. `dislike`: only filters without. Both on or both off: all filters. */
	favorite: boolean;
	dislike: boolean;
}

export function readNarrowing(search: NarrowingSearch): FilterNarrowing {
	const reader = createQueryReader({ ...search });
	return {
		tab: reader.one<Tab | undefined>('tabType', readOneOf(TABS.map(({ name }) => name)), undefined),
		timeframes: reader.one<StrategyName | undefined>('strategyTimeframe', readOneOf(STRATEGIES.map(({ name }) => name)), undefined),
		favorite: reader.flag('favorite'),
		dislike: reader.flag('dislike'),
	};
}

function writeNarrowing({ tab, timeframes, favorite, dislike }: FilterNarrowing): NarrowingSearch {
	return toDotted({ tabType: tab, strategyTimeframe: timeframes, favorite: favorite || undefined, dislike: dislike || undefined });
}

/** Requests the filters of a tab and timeframes, with or without alerts. */
export function narrowedFiltersQuery(api: Api, { tab, timeframes, favorite, dislike }: FilterNarrowing) {
	const query = {
		...(tab === undefined ? {} : { tab }),
		...(timeframes === undefined ? {} : { timeframes: strategyNamed(timeframes).rated.map((index) => TIMEFRAMES[index].name) }),
		...(favorite === dislike ? {} : { is_favorite: favorite }),
	};
	if (Object.keys(query).length === 0) return filtersQuery(api);
	return queryOptions({
		queryKey: ['filters', 'list', JSON.stringify(query)],
		queryFn: async (): Promise<FilterList> => (await api.filters.filters({ query })) ?? NO_FILTERS,
	});
}
