import { LIST_VIEWS } from '@sw/domain/reports/list/list-columns';
import type { Tab } from '@sw/domain/signals/sector';
import { lazyRouteComponent, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useFilterDirection } from '../../../entities/filters/leaning.ts';
import { useFreeze } from '../../../entities/frozen/freeze.ts';
import { activeChoices, clearChoices, countChoices, hasSameChoices, withLayout } from '../../../entities/list-state/choices.ts';
import { rememberPage, useStoredSettings } from '../../../entities/list-state/kept-settings.ts';
import { isUnranked } from '../../../entities/list-state/opening.ts';
import { type ListHome, type ListSearch, listLink, readListState } from '../../../entities/list-state/search.ts';
import { restoreTab, type SettingsEntry, withSettings } from '../../../entities/list-state/settings.ts';
import { type ListState, pageSize, withPage, withReport, withStrategy, withTab } from '../../../entities/list-state/state.ts';
import { usePaused } from '../../../entities/live/paused.ts';
import type { OpenReport } from '../../../entities/readings/reading.ts';
import { useChanges } from '../../../entities/readings/use-changes.ts';
import { useLicence } from '../../../entities/session/session-query.ts';
import { useFavorite } from '../../../entities/stars/favorites.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
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
import { createPage } from '../shared/list-page.ts';
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

const FilingCounts = onDemand(async () => (await import('../../../entities/information/filings.tsx')).FilingCounts, 'silent');
const ListDialog = onDemand(async () => (await import('./list-dialog.tsx')).ListDialog, true);
const ListViewer = onDemand(async () => (await import('../card/list-viewer.tsx')).ListViewer, true);
// The server loads the chips in advance, so that the first HTML of a narrowed list is complete.
const ChoiceChips = lazyRouteComponent(() => import('./choice-chips.tsx'), 'ChoiceChips');
if (import.meta.env.SSR) void ChoiceChips.preload?.();
const ListTable = onDemand(async () => (await import('../table/list-table.tsx')).ListTable);
const SelectionBar = onDemand(async () => (await import('../selection/selection-bar.tsx')).SelectionBar, true);

const NO_CARDS: readonly Card[] = [];
const NO_TAB = { tab: undefined, filter: undefined };

/** What a list passes to the elements of other features around it. */
export interface ListTools {
	state: ListState;
	reading: OpenReport;
	/** Applies and stores another state of the same list. */
	go: (state: ListState) => void;
	openForm: (form: ListForm) => void;
	startSelecting: () => void;
	/** Loads the code of the selection bar in advance. */
	prefetchSelection: () => void;
}

interface Props {
	home: ListHome;
	search: ListSearch;
	now: number | undefined;
	/** Derives the state of this page from the state in the URL. */
	adjust?: (state: ListState) => ListState;
	/** `moreTools`: less frequent buttons. `tools`: buttons at the right end. */
	moreTools: (tools: ListTools) => ReactNode;
	tools: (tools: ListTools) => ReactNode;
	/** What happened after lists like this. */
	record?: (tools: ListTools) => ReactNode;
	/** Breadth of the newest report, in one line. */
	breadth?: (state: ListState) => ReactNode;
	hideTabs?: boolean;
}

/** Shows a trader's list: controls, cards or table, and actions. */
export function WorkspaceList({ home, search, now, adjust, moreTools, tools, record, breadth, hideTabs = false }: Props) {
	const navigate = useNavigate();
	const { state, refused } = useMemo(() => {
		const urlState = readListState(search);
		return adjust ? { ...urlState, state: adjust(urlState.state) } : urlState;
	}, [search, adjust]);
	const { stored: storedSettings, remember: storeSettings } = useStoredSettings();
	// The favorites page has no tab for which its layout could be stored.
	const remember = useCallback((next: ListState) => (hideTabs ? undefined : storeSettings(next)), [hideTabs, storeSettings]);
	const { reading, requestedReport, answer, problem, retry } = useWorkspaceList(home, state, remember);
	const licence = useLicence();
	const leaning = useFilterDirection(state);
	const counts = useTabCounts(state, storedSettings, requestedReport);
	const page = useMemo(() => answer && createPage(answer.items, answer.total_count, state.page, pageSize(state)), [answer, state]);
	const items = page?.items ?? NO_CARDS;
	const selection = useSelection(state.tab, items);
	const changes = useChanges(state, reading, { rows: answer?.items });
	const { paused, pause } = usePaused();
	const arrived = useNewCards(JSON.stringify({ ...state, report: undefined }), answer?.time ?? undefined, answer?.items);
	const freezing = useFreeze(hideTabs ? NO_TAB : state);
	const star = useFavorite();
	const { freeze, narrowest } = freezing;
	const select = selection.toggle;
	const [form, openForm] = useState<ListForm>();
	const { strategy, filter, version } = state;
	const actions = useMemo(
		() => ({
			star,
			select,
			freeze: (id: number) => void freeze({ tickers: [id], scope: narrowest }),
			alert: (ticker: string) => openForm({ alert: { ticker } }),
			decide: ({ ticker, side }: Pick<CardView, 'ticker' | 'side'>) =>
				openForm({ decision: { ticker, strategy, filter: String(filter ?? ''), ...(side && { operation: side }) } }),
			tools: TraderTools,
			past: { version },
		}),
		[star, select, freeze, narrowest, strategy, filter, version],
	);
	const openState = useCallback((next: ListState) => void navigate({ ...listLink(home, next), resetScroll: false }), [navigate, home]);
	/** Applies and stores the reader's choice. */
	const go = useCallback(
		(next: ListState) => {
			remember(next);
			openState(next);
		},
		[remember, openState],
	);
	const openTab = useCallback((tab: Tab) => openState(restoreTab(state, tab, storedSettings)), [openState, state, storedSettings]);
	const isRestored = useIsRestored(state, storedSettings);
	useEffect(() => rememberPage(state), [state]);
	useTabKeys(hideTabs ? undefined : openTab);
	const linkState = useMemo(() => createTickerState(state, { fromFavourites: hideTabs }), [state, hideTabs]);
	// Deferred, because rendering a hundred new cards would block the reader's input. Until the new cards are rendered, the old ones keep working.
	const deferred = useDeferredValue(useMemo(() => ({ page, linkState, actions }), [page, linkState, actions]));
	const [viewedPlace, setViewedPlace] = useState<number>();
	const listProps = {
		linkState: deferred.linkState,
		actions: deferred.actions,
		view: setViewedPlace,
		prefetchViewer: ListViewer.fetch,
		leaning,
		selected: selection.ids,
		arrived,
		entered: changes.entered,
	};
	const measuredTimeframes = answer?.time === null ? undefined : (answer?.measured_timeframes ?? []);
	const hasNoRanking = measuredTimeframes !== undefined && !hideTabs && isUnranked(state, measuredTimeframes);
	const isDelayed = state.report === undefined && measuredTimeframes?.length === 1 && measuredTimeframes[0] === 'day';
	const listTools = { state, reading, go, openForm, startSelecting: selection.start, prefetchSelection: SelectionBar.fetch };
	const noTickers = <NoTickers home={home} state={state} measured={measuredTimeframes} />;
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
				settings={storedSettings}
				remember={remember}
				hideTabs={hideTabs}
				tools={
					<>
						<ViewSwitch home={home} state={state} remember={remember} />
						{moreTools(listTools)}
					</>
				}
				{...(counts ? { counts } : {})}
			>
				{tools(listTools)}
			</Controls>
			<div>
				{activeChoices(state).length > 0 ? (
					<Suspense>
						<ChoiceChips home={home} state={state} remember={remember} hideFavorites={hideTabs} isRestored={isRestored} />
					</Suspense>
				) : null}
				<Legend
					count={answer?.total_count}
					report={answer?.report ?? undefined}
					card={items[0]}
					leaning={leaning}
					hideTab={hideTabs}
					state={state}
				>
					{licence === 'basic' && isDelayed ? <span>{words.delayed}</span> : null}
					{answer ? <FilingCounts counts={answer.information} /> : null}
					{record?.(listTools)}
				</Legend>
				{problem ? (
					<WorkspaceProblem error={problem} home={home} state={state} retry={retry} />
				) : !deferred.page ? (
					<Skeletons />
				) : hasNoRanking ? (
					noTickers
				) : deferred.page.items.length > 0 ? (
					<>
						{deferred.linkState.list.view === 'table' ? (
							<ListTable {...listProps} {...deferred.page} home={home} state={state} go={go} remember={remember} />
						) : (
							<CardGrid {...listProps} {...deferred.page} heading="h2" now={now} />
						)}
						<Pager home={home} state={state} page={deferred.page} />
					</>
				) : deferred.page.total > 0 ? (
					<NoResults reason="pastEnd" link={listLink(home, { ...state, page: deferred.page.previous ?? 1 })} />
				) : hideTabs ? (
					<NoResults reason="favourites" link={{ to: '/main' }} />
				) : countChoices(state) > 0 ? (
					<NoResults reason="choices" link={listLink(home, clearChoices(state))} onClick={() => remember(clearChoices(state))} />
				) : (
					noTickers
				)}
			</div>
			{showsBreadth ? <div className={css['breadth']}>{breadth?.(state)}</div> : null}
			{form ? <ListDialog form={form} close={() => openForm(undefined)} /> : null}
			{viewedPlace === undefined || problem ? null : (
				<ListViewer
					place={viewedPlace}
					view={setViewedPlace}
					page={page}
					showPage={(newPage) => void navigate({ ...listLink(home, withPage(state, newPage)), resetScroll: false, replace: true })}
					linkState={linkState}
					now={now}
					actions={actions}
					leaning={leaning}
				/>
			)}
			<ReportPill
				newer={state.report === undefined ? reading.newerMs : undefined}
				changes={changes.summary}
				accept={reading.accept}
				paused={paused}
				setPaused={pause}
			/>
			{selection.ids ? <SelectionBar selection={selection} cards={items} state={state} leaning={leaning} freezing={freezing} /> : null}
		</>
	);
}

/** Returns whether the list shows the choices restored from the previous visit; false once the reader changes them. */
function useIsRestored(state: ListState, storedSettings: readonly SettingsEntry[]): boolean {
	const hasBrowsingSession = useRouteContext({ from: '__root__', select: (context) => context.hasBrowsingSession });
	const [restoredState] = useState(() => {
		const defaultState = withStrategy(withTab(state, state.tab), state.strategy);
		const isRestored =
			!hasBrowsingSession() && activeChoices(state).length > 0 && hasSameChoices(state, withSettings(defaultState, storedSettings));
		return isRestored ? state : undefined;
	});
	// Every list that is shown extends the browsing session.
	// biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another list is shown.
	useEffect(extendBrowsingSession, [state]);
	return restoredState !== undefined && hasSameChoices(restoredState, state);
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
