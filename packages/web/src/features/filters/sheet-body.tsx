import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { CAPS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { LIST_TICKER_TYPES } from '@sw/domain/prices/ticker';
import { SECTORS, sectorLabel } from '@sw/domain/signals/sector';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { clearChoices, countChoices } from '../../entities/list-state/choices.ts';
import { informationWords, tickerTypeWords } from '../../entities/list-state/choices-words.ts';
import { pageOfFilter } from '../../entities/list-state/kept-settings.ts';
import { type ListState, withChoice, withFilter, withTimeframe } from '../../entities/list-state/state.ts';
import { choiceWords } from '../../entities/list-state/words.ts';
import { FilterRecord } from '../../entities/record/filter-record.tsx';
import { useSession } from '../../entities/session/session-query.ts';
import { watchlistsQuery } from '../../entities/watchlists/watchlists-query.ts';
import { buttonClass } from '../../ui/button.ts';
import { Toggles } from '../../ui/controls/toggles.tsx';
import field from '../../ui/form.module.css';
import panel from '../../ui/panel.module.css';
import { createListDraft, toDraft } from './draft.ts';
import { FilterEditor } from './editor.tsx';
import css from './filters.module.css';
import { defaultTickerType, listTickerType, withTickerType } from './ticker-type.ts';
import { useFilters } from './use-filters.ts';
import { words } from './words.ts';

export interface SheetProps {
	state: ListState;
	go: (state: ListState) => void;
	hideShowChoice?: boolean;
}

const SHEET_TABS = ['list', 'saved'] as const;
type SheetTab = (typeof SHEET_TABS)[number];

/** Shows the filter sheet's content in two tabs: the choices of the list, and the saved filters with their editor. */
export function SheetBody({ state, go, hideShowChoice = false }: SheetProps) {
	const id = useId();
	const { profile } = useSession();
	const filters = useFilters();
	const [tab, setTab] = useState<SheetTab>(state.filter === undefined && state.unsaved === undefined ? 'list' : 'saved');
	const { data, isError } = filters.query;
	const items = (data?.items ?? []).filter(({ tab }) => tab === state.tab);
	const selected = items.find((item) => item.id === state.filter);
	const apply = (setting: FilterSetting | undefined): void =>
		go({
			...withFilter(state, setting?.id),
			page: setting && setting.id !== state.filter ? pageOfFilter(setting.id) : 1,
			...(setting ? { strategy: toDraft(setting).strategy, operation: setting.operation ?? state.operation } : {}),
		});
	return (
		<>
			<TabBar id={id} tab={tab} onSelect={setTab} />
			{/* Hidden and not removed, so that a panel keeps unsaved input. */}
			<div role="tabpanel" id={`${id}-list`} aria-labelledby={`${id}-list-tab`} hidden={tab !== 'list'}>
				<Choices state={state} go={go} hideShowChoice={hideShowChoice} />
			</div>
			<div role="tabpanel" id={`${id}-saved`} aria-labelledby={`${id}-saved-tab`} hidden={tab !== 'saved'}>
				{data ? <p className={css['hint']}>{words.limit(data.limit, data.allowed)}</p> : null}
				{isError ? <p className={css['fault']}>{words.loadFailed}</p> : null}
				<label className={field['field']}>
					<span className="visually-hidden">{words.saved}</span>
					<select
						className={field['input']}
						value={selected?.id ?? ''}
						onChange={(event) => apply(items.find((item) => String(item.id) === event.currentTarget.value))}
					>
						<option value="">{words.newFilter}</option>
						<FilterOptions label={words.own} items={items.filter((item) => !item.is_branded)} />
						<FilterOptions label={words.builtIn} items={items.filter((item) => item.is_branded)} />
					</select>
				</label>
				{selected ? <FilterRecord key={selected.id} setting={selected} /> : null}
				<FilterEditor
					key={`${selected?.id ?? 'new'} ${state.tab} ${state.strategy} ${JSON.stringify(state.unsaved)}`}
					start={selected ? toDraft(selected) : createListDraft(state)}
					saved={selected}
					isNarrowed={countChoices(withTickerType(withFilter(state, undefined), undefined)) > 0}
					tickerType={listTickerType(state)}
					isAdmin={profile?.role === 'admin'}
					filters={filters}
					onSaved={apply}
					onDeleted={() => apply(undefined)}
				/>
			</div>
		</>
	);
}

interface TabBarProps {
	id: string;
	tab: SheetTab;
	onSelect: (tab: SheetTab) => void;
}

function TabBar({ id, tab, onSelect }: TabBarProps) {
	const bar = useRef<HTMLDivElement>(null);
	const moveByKey = (event: KeyboardEvent): void => {
		const otherTab = SHEET_TABS[1 - SHEET_TABS.indexOf(tab)] as SheetTab;
		const next = { ArrowLeft: otherTab, ArrowRight: otherTab, Home: SHEET_TABS[0], End: SHEET_TABS[1] }[event.key];
		if (!next) return;
		event.preventDefault();
		onSelect(next);
		bar.current?.querySelectorAll('button')[SHEET_TABS.indexOf(next)]?.focus();
	};
	return (
		<div role="tablist" aria-label={words.title} className={css['tabs']} ref={bar} onKeyDown={moveByKey}>
			{SHEET_TABS.map((name) => (
				<button
					key={name}
					type="button"
					role="tab"
					id={`${id}-${name}-tab`}
					className={css['tab']}
					aria-controls={`${id}-${name}`}
					aria-selected={name === tab}
					tabIndex={name === tab ? 0 : -1}
					onClick={() => onSelect(name)}
				>
					{words.tabs[name]}
				</button>
			))}
		</div>
	);
}

function FilterOptions({ label, items }: { label: string; items: readonly FilterSetting[] }) {
	return items.length === 0 ? null : (
		<optgroup label={label}>
			{items.map(({ id, name }) => (
				<option key={id} value={id}>
					{name}
				</option>
			))}
		</optgroup>
	);
}

const CAP_OPTIONS = CAPS.flatMap(({ name, label }) => (name === 'all' ? [] : [{ name, label: words.caps[name], title: label }]));
const TYPE_OPTIONS = LIST_TICKER_TYPES.map((name) => ({ name, label: tickerTypeWords[name] }));
const INFORMATION_OPTIONS = INFORMATION_CHOICES.map((name) => ({ name, label: informationWords[name] }));
const SORT_OPTIONS = SECTORS.map(({ key }) => ({ name: key, label: sectorLabel(key) }));
const SHOW_OPTIONS = [
	{ name: 'favorite', label: words.favourites },
	{ name: 'dislike', label: words.dislikes },
	{ name: 'fresh', label: words.fresh },
] as const;
const ORDER_OPTIONS = [
	{ name: 'desc', label: words.descending },
	{ name: 'asc', label: words.ascending },
] as const;

interface ChoicesProps {
	state: ListState;
	go: (state: ListState) => void;
	/** The favorites page shows only favorites, so it hides that choice. */
	hideShowChoice: boolean;
}

/** Shows the list's filters and order. Every change applies immediately. */
function Choices({ state, go, hideShowChoice }: ChoicesProps) {
	const { choice } = state;
	const { rated: ratedTimeframes, higher } = strategyNamed(state.strategy);
	const timeframes = [...ratedTimeframes, ...higher].sort((a, b) => a - b).map((index) => TIMEFRAMES[index]);
	return (
		<>
			<Toggles
				label={words.tickerType}
				single
				options={TYPE_OPTIONS}
				selected={[listTickerType(state)]}
				onSelect={([tickerType]) => go(withTickerType(state, tickerType === defaultTickerType(state) ? undefined : tickerType))}
			/>
			<WatchlistChoice state={state} go={go} />
			<Toggles
				label={words.marketcap}
				options={CAP_OPTIONS}
				selected={choice.marketcap}
				onSelect={(marketcap) => go(withChoice(state, { marketcap }))}
			/>
			<Toggles
				label={words.pe}
				hint={words.peHint}
				options={MENTION_BUCKETS}
				selected={choice.pne}
				onSelect={(pne) => go(withChoice(state, { pne }))}
			/>
			<Toggles
				label={words.information}
				hint={words.informationHint}
				options={INFORMATION_OPTIONS}
				selected={choice.information ? [choice.information] : []}
				onSelect={(values) => go(withChoice(state, { information: values.find((value) => value !== choice.information) }))}
			/>
			<Toggles
				label={words.sort}
				hint={words.sortHint}
				options={SORT_OPTIONS}
				selected={choice.sort}
				onSelect={(sort) => go(withChoice(state, { sort }))}
			/>
			<Toggles
				label={words.direction}
				single
				options={ORDER_OPTIONS}
				selected={[choice.dir]}
				onSelect={([dir = 'desc']) => go(withChoice(state, { dir }))}
			/>
			{hideShowChoice ? null : (
				<Toggles
					label={words.show}
					options={SHOW_OPTIONS}
					selected={SHOW_OPTIONS.map(({ name }) => name).filter((name) => choice[name])}
					onSelect={(on) =>
						go(withChoice(state, { favorite: on.includes('favorite'), dislike: on.includes('dislike'), fresh: on.includes('fresh') }))
					}
				/>
			)}
			<Toggles
				label={words.timeframe}
				single
				options={timeframes}
				selected={[state.timeframe]}
				onSelect={([timeframe = state.timeframe]) => go(withTimeframe(state, timeframe))}
			/>
			<button type="button" className={buttonClass} onClick={() => go(clearChoices(state))}>
				{words.clear}
			</button>
		</>
	);
}

interface WatchlistChoiceProps {
	state: ListState;
	go: (state: ListState) => void;
}

/** Narrows the list to the tickers of a watchlist. */
function WatchlistChoice({ state, go }: WatchlistChoiceProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(watchlistsQuery(api));
	const items = data?.items ?? [];
	if (data && items.length === 0)
		return (
			<p>
				<Link to="/watchlists" search={{}} className={panel['inline']}>
					{words.createWatchlist}
				</Link>
			</p>
		);
	return (
		<label className={field['field']}>
			{choiceWords.watchlist}
			<select
				className={field['input']}
				value={state.watchlist ?? ''}
				disabled={!data}
				onChange={({ currentTarget: { value } }) => go({ ...state, watchlist: value === '' ? undefined : Number(value), page: 1 })}
			>
				<option value="">{words.anyTicker}</option>
				{items.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
		</label>
	);
}
