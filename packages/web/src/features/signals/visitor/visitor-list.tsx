import type { Tab } from '@sw/domain/signals/sector';
import { useQuery } from '@tanstack/react-query';
import { lazyRouteComponent, useNavigate, useRouteContext } from '@tanstack/react-router';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { isUnranked } from '../../../entities/list-state/opening.ts';
import { type ListSearch, listLink, readListState } from '../../../entities/list-state/search.ts';
import { type ListState, NO_CHOICE, withPage, withTab } from '../../../entities/list-state/state.ts';
import { usePaused } from '../../../entities/live/paused.ts';
import { visitorListQuery } from '../../../entities/readings/list-queries.ts';
import { useStarRequirementToast } from '../../../entities/stars/missing.ts';
import { createTickerState } from '../../../entities/ticker/ticker-state.ts';
import type { VisitorListAnswer } from '../../../lib/api/types.ts';
import { msOf } from '../../../lib/format/times.ts';
import { isRetrying } from '../../../lib/refresh.ts';
import { useStableValue } from '../../../lib/use-stable-value.ts';
import { PillPlace } from '../../../ui/report/report-pill.tsx';
import { InvalidValues } from '../../../ui/states/invalid-values.tsx';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { CardGrid } from '../card/card-grid.tsx';
import { Legend } from '../card/legend.tsx';
import { Controls, Pager, useTabKeys } from '../shared/controls.tsx';
import { cutPage, trimToLandingRings } from '../shared/list-page.ts';
import { ListFailed, NoTickers, Skeletons } from '../shared/list-states.tsx';
import { ReportChip } from '../shared/report-chip.tsx';
import { useEnteredCards } from '../shared/use-new-cards.ts';

const VisitorPill = onDemand(async () => (await import('./visitor-pill.tsx')).VisitorPill);
// Browsers load the notice on demand, because few URLs need it. The server loads it in advance, so that the first HTML is complete.
const VisitorNotice = lazyRouteComponent(() => import('./visitor-notice.tsx'), 'VisitorNotice');
if (import.meta.env.SSR) void VisitorNotice.preload?.();
const ListViewer = onDemand(async () => (await import('../card/list-viewer.tsx')).ListViewer, true);

interface Props {
	home: '/' | '/main';
	search: ListSearch;
	now: number | undefined;
}

/** Shows the public list of at most twenty tickers. The open report stays until the reader accepts a newer one. */
export function VisitorList({ home, search, now }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const star = useStarRequirementToast();
	const actions = useMemo(() => ({ star, select: ignoreSelect }), [star]);
	const { state, refused } = useMemo(() => readListState(search), [search]);
	const query = useQuery(visitorListQuery(api, state, home === '/'));
	const listKey = `${state.tab} ${state.operation} ${state.strategy}`;
	const { shown: shownAnswer, waiting: newerAnswer, accept } = useStableValue(listKey, query.data, (answer) => answer.time ?? '');
	const openTab = useCallback((tab: Tab) => void navigate(listLink(home, withTab(state, tab))), [navigate, home, state]);
	useTabKeys(openTab);
	const linkState = useMemo(() => createTickerState(state, { fromLanding: home === '/' }), [state, home]);
	const { paused, pause } = usePaused();
	const entered = useEnteredCards(listKey, shownAnswer?.time ?? undefined, shownAnswer?.items);
	const [items, newerItems] = useMemo(
		() => [shownAnswer, newerAnswer].map((answer) => answer && (home === '/' ? trimToLandingRings(answer.items) : answer.items)),
		[shownAnswer, newerAnswer, home],
	);
	const page = useMemo(() => items && cutPage(items, state.page), [items, state.page]);
	const measuredTimeframes = reportTimeOf(shownAnswer) === null ? undefined : (shownAnswer?.measured_timeframes ?? []);
	const [viewedPlace, setViewedPlace] = useState<number>();
	return (
		<>
			<InvalidValues refused={refused} />
			{mayNeedNotice(state) ? (
				<Suspense>
					<VisitorNotice state={state} />
				</Suspense>
			) : null}
			<Controls home={home} state={state}>
				<ReportChip reportMs={reportTimeOf(shownAnswer)} hasNewer={newerAnswer !== undefined} now={now} />
			</Controls>
			<Legend
				count={shownAnswer?.total_count}
				publicCount={items?.length}
				report={shownAnswer?.report ?? undefined}
				card={items?.[0]}
				state={state}
			/>
			{page === undefined ? (
				query.isError || isRetrying(query) ? (
					<ListFailed retry={() => void query.refetch()} />
				) : (
					<Skeletons />
				)
			) : page.total === 0 || isUnranked(state, measuredTimeframes ?? []) ? (
				<NoTickers home={home} state={state} measured={measuredTimeframes} />
			) : (
				<>
					<CardGrid
						items={page.items}
						from={page.from}
						linkState={linkState}
						heading={home === '/' ? 'h3' : 'h2'}
						now={now}
						actions={actions}
						view={setViewedPlace}
						prefetchViewer={ListViewer.fetch}
						entered={entered}
					/>
					<Pager home={home} state={state} page={page} isPartial={shownAnswer !== undefined && page.total < shownAnswer.total_count} />
					{viewedPlace === undefined ? null : (
						<ListViewer
							place={viewedPlace}
							view={setViewedPlace}
							page={page}
							showPage={(newPage) => void navigate({ ...listLink(home, withPage(state, newPage)), resetScroll: false, replace: true })}
							linkState={linkState}
							now={now}
							actions={actions}
						/>
					)}
				</>
			)}
			<PillPlace>
				{newerAnswer || paused ? (
					<VisitorPill
						items={items}
						next={newerItems}
						page={state.page}
						newer={reportTimeOf(newerAnswer) ?? undefined}
						accept={accept}
						paused={paused}
						setPaused={pause}
					/>
				) : null}
			</PillPlace>
		</>
	);
}

/** Does nothing: visitors can't select cards. */
function ignoreSelect(): void {}

/** Returns the time of the answer's report in ms; null if there is no report yet, undefined without an answer. */
function reportTimeOf(answer: VisitorListAnswer | undefined): number | null | undefined {
	return answer && (answer.time === null ? null : msOf(answer.time));
}

/** Returns whether the URL has choices that a visitor's list may ignore. The notice itself decides which of them to name. */
function mayNeedNotice({ report, filter, unsaved, watchlist, choice }: ListState): boolean {
	return (report ?? filter ?? unsaved ?? watchlist) !== undefined || JSON.stringify(choice) !== JSON.stringify(NO_CHOICE);
}
