import { LIST_VIEWS } from '@sw/domain/reports/list/list-columns';
import type { Tab } from '@sw/domain/signals/sector';
import { lazyRouteComponent, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLeaning } from '../../../entities/filters/leaning.ts';
import { useFreeze } from '../../../entities/frozen/freeze.ts';
import { activeChoices, clearChoices, countChoices, sameChoices, withLayout } from '../../../entities/list-state/choices.ts';
import { rememberPage, useKeptSettings } from '../../../entities/list-state/kept-settings.ts';
import { isUnranked } from '../../../entities/list-state/opening.ts';
import { type ListHome, type ListSearch, listLink, readListState } from '../../../entities/list-state/search.ts';
import { restoreTab, type SettingsEntry, withSettings } from '../../../entities/list-state/settings.ts';
import { type ListState, pageSize, withPage, withReport, withStrategy, withTab } from '../../../entities/list-state/state.ts';
import { usePaused } from '../../../entities/live/paused.ts';
import type { Reading } from '../../../entities/readings/reading.ts';
import { useChanges } from '../../../entities/readings/use-changes.ts';
import { useLicence } from '../../../entities/session/session-query.ts';
import { useFavorite } from '../../../entities/stars/favorites.ts';
import { openedFrom } from '../../../entities/ticker/ticker-state.ts';
import type { Card } from '../../../lib/api/types.ts';
import { extendBrowsingSession } from '../../../lib/storage/cookies.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { ArchivedNotice } from '../../../ui/report/archived-notice.tsx';
import { ReportPill } from '../../../ui/report/report-pill.tsx';
import { InvalidValues } from '../../../ui/states/invalid-values.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { CardGrid } from '../card/card-grid.tsx';
import { TraderTools } from '../card/card-tool.tsx';
import type { CardView } from '../card/card-view.ts';
import { Legend } from '../card/legend.tsx';
import { useSelection } from '../selection/use-selection.ts';
import { Controls, Pager, useTabKeys } from '../shared/controls.tsx';
import { pageOf } from '../shared/list-page.ts';
import { NoResults, NoTickers, Skeletons } from '../shared/list-states.tsx';
import { useNewCards } from '../shared/use-new-cards.ts';
import { viewWords, workspaceWords as words } from '../shared/workspace-words.ts';
import type { ListForm } from './list-dialog.tsx';
import { useTabCounts, useWorkspaceList } from './use-workspace-list.ts';
import css from './workspace-list.module.css';
import { WorkspaceProblem } from './workspace-problem.tsx';

interface ViewSwitchProps {
	home: ListHome;
	state: ListState;
	remember: (state: ListState) => void;
}

const InformationCounts = onDemand(async () => (await import('../../../entities/information/filings.tsx')).InformationCounts, 'silent');
const ListDialog = onDemand(async () => (await import('./list-dialog.tsx')).ListDialog, true);
const ListViewer = onDemand(async () => (await import('../card/list-viewer.tsx')).ListViewer, true);
// The server loads it in advance, so that a narrowed list arrives complete.
const ChoiceChips = lazyRouteComponent(() => import('./choice-chips.tsx'), 'ChoiceChips');
if (import.meta.env.SSR) void ChoiceChips.preload?.();
const ListTable = onDemand(async () => (await import('../table/list-table.tsx')).ListTable);
const SelectionBar = onDemand(async () => (await import('../selection/selection-bar.tsx')).SelectionBar, true);

const NONE: readonly Card[] = [];
const NO_TAB = { tab: undefined, filter: undefined };

/** Elements around a list that belong to other features. */
export interface ListTools {
	state: ListState;
	reading: Reading;
	/** Applies and stores another state of the same list. */
	go: (state: ListState) => void;
	openForm: (form: ListForm) => void;
	startSelecting: () => void;
	/** Loads the code for selecting in advance. */
	prefetchSelection: () => void;
}

interface Props {
	home: ListHome;
	search: ListSearch;
	now: number | undefined;
	/** Derives the state of this page from the state in the address. */
	adjust?: (state: ListState) => ListState;
	/** `more`: less frequent buttons. `tools`: buttons at the right end. */
	more: (tools: ListTools) => ReactNode;
	tools: (tools: ListTools) => ReactNode;
	/** What happened after lists like this. */
	record?: (tools: ListTools) => ReactNode;
	/** Breadth of the newest report, in one line. */
	breadth?: (state: ListState) => ReactNode;
	hideTabs?: boolean;
}

/** A trader's list: its controls, its cards or table, and their actions. */
export function WorkspaceList({ home, search, now, adjust, more, tools, record, breadth, hideTabs = false }: Props) {
	const navigate = useNavigate();
	const { state, refused } = useMemo(() => {
		const read = readListState(search);
		return adjust ? { ...read, state: adjust(read.state) } : read;
	}, [search, adjust]);
	const { kept, remember: keep } = useKeptSettings();
	// The favorites page has no tab for which its layout could be stored.
	const remember = useCallback((next: ListState) => (hideTabs ? undefined : keep(next)), [hideTabs, keep]);
	const { reading, wanted, answer, problem, retry } = useWorkspaceList(home, state, remember);
	const licence = useLicence();
	const leaning = useLeaning(state);
	const counts = useTabCounts(state, kept, wanted);
	const page = useMemo(() => answer && pageOf(answer.items, answer.total_count, state.page, pageSize(state)), [answer, state]);
	const items = page?.items ?? NONE;
	const selection = useSelection(state.tab, items);
	const changes = useChanges(state, reading, { shown: answer?.items });
	const { paused, pause } = usePaused();
	const arrived = useNewCards(JSON.stringify({ ...state, report: undefined }), answer?.time ?? undefined, answer?.items);
	const freezing = useFreeze(hideTabs ? NO_TAB : state);
	const star = useFavorite();
	const { freeze, nearest } = freezing;
	const select = selection.toggle;
	const [form, openForm] = useState<ListForm>();
	const { strategy, filter, version } = state;
	const actions = useMemo(
		() => ({
			star,
			select,
			freeze: (id: number) => void freeze({ tickers: [id], scope: nearest }),
			alert: (ticker: string) => openForm({ alert: { ticker } }),
			decide: ({ ticker, side }: Pick<CardView, 'ticker' | 'side'>) =>
				openForm({ decision: { ticker, strategy, filter: String(filter ?? ''), ...(side && { operation: side }) } }),
			tools: TraderTools,
			past: { version },
		}),
		[star, select, freeze, nearest, strategy, filter, version],
	);
	const show = useCallback((next: ListState) => void navigate({ ...listLink(home, next), resetScroll: false }), [navigate, home]);
	/** Applies and stores the reader's choice. */
	const go = useCallback(
		(next: ListState) => {
			remember(next);
			show(next);
		},
		[remember, show],
	);
	const openTab = useCallback((tab: Tab) => show(restoreTab(state, tab, kept)), [show, state, kept]);
	const restored = useRestored(state, kept);
	useEffect(() => rememberPage(state), [state]);
	useTabKeys(hideTabs ? undefined : openTab);
	const opened = useMemo(() => openedFrom(state, { fromFavourites: hideTabs }), [state, hideTabs]);
	// Deferred, so that rendering a hundred new cards doesn't block the reader's input. Until they are rendered, the old cards keep working.
	const drawn = useDeferredValue(useMemo(() => ({ page, opened, actions }), [page, opened, actions]));
	const [viewed, view] = useState<number>();
	const list = {
		opened: drawn.opened,
		actions: drawn.actions,
		view,
		prefetchViewer: ListViewer.fetch,
		leaning,
		selected: selection.ids,
		arrived,
		entered: changes.entered,
	};
	const measured = answer?.time === null ? undefined : (answer?.measured_timeframes ?? []);
	const unranked = measured !== undefined && !hideTabs && isUnranked(state, measured);
	const isDelayed = state.report === undefined && measured?.length === 1 && measured[0] === 'day';
	const around = { state, reading, go, openForm, startSelecting: selection.start, prefetchSelection: SelectionBar.fetch };
	const showsBreadth = breadth !== undefined && state.report === undefined && !hideTabs;
	return (
		<>
			<InvalidValues refused={refused} />
			<ArchivedNotice
				report={problem ? undefined : state.report}
				head={answer?.report ?? undefined}
				versionLink={(version) => listLink(home, { ...state, version })}
				latestLink={listLink(home, withReport(state, undefined))}
			/>
			<Controls
				home={home}
				state={state}
				kept={kept}
				remember={remember}
				hideTabs={hideTabs}
				more={
					<>
						<ViewSwitch home={home} state={state} remember={remember} />
						{more(around)}
					</>
				}
				{...(counts ? { counts } : {})}
			>
				{tools(around)}
			</Controls>
			<div>
				{activeChoices(state).length > 0 ? (
					<Suspense>
						<ChoiceChips home={home} state={state} remember={remember} hideShow={hideTabs} restored={restored} />
					</Suspense>
				) : null}
				<Legend
					count={answer?.total_count}
					report={answer?.report ?? undefined}
					example={items[0]}
					leaning={leaning}
					hideTab={hideTabs}
					state={state}
				>
					{licence === 'basic' && isDelayed ? <span>{words.delayed}</span> : null}
					{answer ? <InformationCounts counts={answer.information} /> : null}
					{record?.(around)}
				</Legend>
				{problem ? (
					<WorkspaceProblem error={problem} home={home} state={state} retry={retry} />
				) : !drawn.page ? (
					<Skeletons />
				) : unranked ? (
					<NoTickers home={home} state={state} measured={measured} />
				) : drawn.page.items.length > 0 ? (
					<>
						{drawn.opened.list.view === 'table' ? (
							<ListTable {...list} items={drawn.page.items} from={drawn.page.from} home={home} state={state} go={go} remember={remember} />
						) : (
							<CardGrid {...list} items={drawn.page.items} from={drawn.page.from} heading="h2" now={now} />
						)}
						<Pager home={home} state={state} page={drawn.page} />
					</>
				) : drawn.page.total > 0 ? (
					<NoResults detail={words.pastEnd} link={listLink(home, { ...state, page: drawn.page.previous ?? 1 })} label={words.pastEndLink} />
				) : hideTabs ? (
					<NoResults detail={words.noFavourites} link={{ to: '/main' }} label={words.noFavouritesLink} />
				) : countChoices(state) > 0 ? (
					<NoResults
						detail={words.noResultsChoices}
						link={listLink(home, clearChoices(state))}
						label={words.noResultsAll}
						choose={() => remember(clearChoices(state))}
					/>
				) : (
					<NoTickers home={home} state={state} measured={measured} />
				)}
			</div>
			{showsBreadth ? <div className={css['breadth']}>{breadth?.(state)}</div> : null}
			{form ? <ListDialog form={form} close={() => openForm(undefined)} /> : null}
			{viewed === undefined || problem ? null : (
				<ListViewer
					place={viewed}
					view={view}
					page={page}
					turn={(to) => void navigate({ ...listLink(home, withPage(state, to)), resetScroll: false, replace: true })}
					opened={opened}
					now={now}
					actions={actions}
					leaning={leaning}
				/>
			)}
			<ReportPill
				waiting={state.report === undefined ? reading.waiting : undefined}
				changes={changes.summary}
				take={reading.take}
				paused={paused}
				pause={pause}
			/>
			{selection.ids ? (
				<SelectionBar selection={selection} ids={selection.ids} cards={items} state={state} leaning={leaning} freezing={freezing} />
			) : null}
		</>
	);
}

/** Whether the list shows the choices restored from the previous visit; false once the reader has chosen anything else. */
function useRestored(state: ListState, kept: readonly SettingsEntry[]): boolean {
	const hasBrowsingSession = useRouteContext({ from: '__root__', select: (context) => context.hasBrowsingSession });
	const [first] = useState(() => {
		const plain = withStrategy(withTab(state, state.tab), state.strategy);
		const left = !hasBrowsingSession() && activeChoices(state).length > 0 && sameChoices(state, withSettings(plain, kept));
		return left ? state : undefined;
	});
	// Every list that is shown extends the browsing session.
	// biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever another list is shown.
	useEffect(extendBrowsingSession, [state]);
	return first !== undefined && sameChoices(first, state);
}

function ViewSwitch({ home, state, remember }: ViewSwitchProps) {
	return (
		<Segmented
			label={viewWords.label}
			segments={LIST_VIEWS.map((view) => {
				const next = view === state.view ? state : withLayout(state, { view });
				return { key: view, label: viewWords[view], active: view === state.view, link: listLink(home, next), choose: () => remember(next) };
			})}
		/>
	);
}
