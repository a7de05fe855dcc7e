import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useFreeze } from '../../entities/frozen/freeze.ts';
import { usePaused } from '../../entities/live/paused.ts';
import { visitorListQuery } from '../../entities/readings/list-queries.ts';
import { requestedReport, useOpenReport } from '../../entities/readings/reading.ts';
import { useChanges } from '../../entities/readings/use-changes.ts';
import { useLicence } from '../../entities/session/session-query.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { useStarRequirementToast } from '../../entities/stars/missing.ts';
import { homeLink, type View, viewLink } from '../../entities/ticker/links.ts';
import { useTickerPlace } from '../../entities/ticker/place.ts';
import { moveToReport, readTickerState, type TickerSearch, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { filterShownRows, topTableQuery } from '../../entities/tops/top-table.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { TickerDetail, TickerOutline, WorkspaceDetail } from '../../lib/api/types.ts';
import { etClock, msOf } from '../../lib/format/times.ts';
import { isTyping } from '../../lib/typing.ts';
import { useStableValue } from '../../lib/use-stable-value.ts';
import { buttonClass } from '../../ui/button.ts';
import { ArchivedNotice } from '../../ui/report/archived-notice.tsx';
import { archivedWords } from '../../ui/report/archived-words.ts';
import { ReportPill } from '../../ui/report/report-pill.tsx';
import { offerAction, snackList } from '../../ui/snackbars/snack.ts';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { findTickerAction, isHandledByElement, type TickerAction } from './keys.ts';
import { AllowanceUsedUp, MissingTicker } from './missing-ticker.tsx';
import { createLoadingNeighbours, findNeighbours, type Neighbours, neighbourLink, toNeighbours } from './neighbours.ts';
import { findMissingReason, outlineQuery, visitorTickerQuery, workspaceTickerQuery } from './queries.ts';
import css from './ticker.module.css';
import { Slider, TickerHead } from './ticker-head.tsx';
import { tickerWords as words } from './words.ts';

interface OpenTicker {
	detail: TickerDetail | undefined;
	/** The same details with the fields that only traders see; undefined for other readers. */
	workspace: WorkspaceDetail | undefined;
	/** The public part, shown to readers without a licence while the details load or if they can't be loaded. */
	outline: TickerOutline | undefined;
	/** Time in ms of a newer report that the reader hasn't accepted yet. */
	newerReportMs: number | undefined;
	/** Changes in that newer report, as text. */
	changes: string | undefined;
	accept: () => void;
	/** Why the details aren't shown; without an outline, why the outline isn't shown. */
	error: unknown;
	retry: () => void;
}

const UNKNOWN_REPORT = { time: null, date: undefined, version: undefined };

type Step = 1 | -1;

interface TickerKeysOptions {
	view: View;
	id: number;
	state: TickerState;
	neighbours: Neighbours | undefined;
	back: LinkProps;
	star: () => void;
	freeze: () => void;
}

const DEFAULT_TABLE = { interval: 'day', cap: 'all' } as const;

/** The favorites page has no tab. */
const NO_TAB = { tab: undefined, filter: undefined };

interface Props {
	view: View;
	id: number;
	search: TickerSearch;
	/** Shown while the ticker loads. */
	skeleton: ReactNode;
	/** Renders the outline for readers without a licence until the details are loaded. `explanation`: why the details aren't shown. */
	renderOutline?: (outline: TickerOutline, state: TickerState, explanation: ReactNode) => ReactNode;
	children: (openTicker: OpenTicker & { detail: NonNullable<OpenTicker['detail']> }, state: TickerState) => ReactNode;
}

interface ProblemProps {
	error: unknown;
	latest: LinkProps;
	retry: () => void;
	heading: 'h1' | 'h2';
}

const UPDATE_ID = 'update';

/** Milliseconds for which the offer is shown. */
const UPDATE_MS = 30_000;

/** Offers newer data for the open page, one offer at a time. */
export const updateOffer = {
	show: (title: string, message: string, label: string, accept: () => void): void =>
		offerAction({ id: UPDATE_ID, title, message, label, act: accept, durationMs: UPDATE_MS }),
	/** Call this when the offer is out of date or was accepted elsewhere. */
	hide: (): void => snackList.hide(UPDATE_ID),
};

/** Frames all pages of a ticker: header, keyboard shortcuts, place in the list, and errors. */
export function TickerFrame({ view, id, search, skeleton, renderOutline = () => skeleton, children }: Props) {
	const { state, refused } = readTickerState(search);
	const openTicker = useTicker(id, state);
	const { detail, workspace, outline, newerReportMs, changes, accept, error, retry } = openTicker;
	const { paused, pause } = usePaused();
	const neighbours = useNeighbours(id, state);
	const { star, freeze } = useTickerActions(id, state, detail?.favorite ?? false);
	// The link back restores a list's scroll position, but shows a top table from its first row.
	const back = { ...homeLink(state), state: { ticker: id }, resetScroll: state.fromTop };
	useTickerKeys({ view, id, state, neighbours, back, star, freeze });
	const isOfferShown = useUpdateOffer(paused ? undefined : newerReportMs, accept);

	const linkToVersion = (report: string | undefined, version: number | undefined): LinkProps =>
		viewLink(view, id, { ...state, list: { ...state.list, report, version } });
	const latest = viewLink(view, id, moveToReport(state, undefined));
	const reason = error instanceof ApiError && error.status === 404 ? findMissingReason(error) : undefined;
	const problem = error ? <Problem error={error} latest={latest} retry={retry} heading={outline ? 'h2' : 'h1'} /> : undefined;
	const detailOrOutline = detail ?? outline;
	if (!detailOrOutline) {
		if (reason && reason !== 'allowance') return <MissingTicker reason={reason} latest={latest} />;
		return <div className={css['page']}>{problem ?? skeleton}</div>;
	}
	return (
		<>
			<TickerHead view={view} detail={detailOrOutline} state={state} back={back} star={star}>
				{neighbours ? <Slider view={view} state={state} neighbours={neighbours} back={back} /> : null}
			</TickerHead>
			<ReportPill newer={isOfferShown ? undefined : newerReportMs} changes={changes} accept={accept} paused={paused} setPaused={pause} />
			<div className={css['page']}>
				<InvalidValues refused={refused} />
				<ArchivedNotice
					report={state.list.report}
					head={workspace?.report}
					versionLink={(version) => linkToVersion(state.list.report, version)}
					latestLink={latest}
				/>
				{detail
					? children({ ...openTicker, detail }, state)
					: outline && renderOutline(outline, state, reason === 'allowance' ? <AllowanceUsedUp /> : problem)}
			</div>
		</>
	);
}

/** Offers a newer report in a snackbar and returns true while the snackbar is shown. Afterwards the pill makes the offer: only one notice at a time. */
function useUpdateOffer(newerReportMs: number | undefined, accept: () => void): boolean {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer report
	useLayoutEffect(() => {
		if (newerReportMs === undefined) return undefined;
		updateOffer.show(words.toast(etClock(newerReportMs)), words.toastDetail, words.toastShow, accept);
		return () => updateOffer.hide();
	}, [newerReportMs]);
	return useSyncExternalStore(
		snackList.watch,
		() => snackList.current().some(({ id }) => id === UPDATE_ID),
		() => false,
	);
}

/** Explains why a ticker failed to load: the licence doesn't include the report, or the request failed. */
function Problem({ error, latest, retry, heading }: ProblemProps) {
	const status = error instanceof ApiError ? error.status : 0;
	const toLatest = (
		<Link {...latest} className={buttonClass}>
			{archivedWords.toLatest}
		</Link>
	);
	if (status === 403) {
		return (
			<StateBox heading={heading} title={common.licencePopup} detail={common.licencePopupDetail}>
				<Link to="/prices" className={buttonClass}>
					{common.changeLicence}
				</Link>
				{toLatest}
			</StateBox>
		);
	}
	return (
		<StateBox heading={heading} title={words.failed} detail={words.failedNext}>
			<Retry retry={retry}>{words.retry}</Retry>
		</StateBox>
	);
}

/** Returns the reader's actions on a ticker. Without a licence, each action only explains what is missing. */
function useTickerActions(id: number, { list, fromFavourites }: TickerState, favorite: boolean) {
	const isTrader = useLicence() != null;
	const setFavorite = useFavorite();
	const explainRequirement = useStarRequirementToast();
	const { freeze, narrowest } = useFreeze(fromFavourites ? NO_TAB : list);
	if (!isTrader) return { star: explainRequirement, freeze: explainRequirement };
	return {
		star: () => setFavorite(id, !favorite),
		freeze: () => void freeze({ tickers: [id], scope: narrowest }),
	};
}

/** Finds the tickers before and after this one in the list from which it was opened; undefined if it wasn't opened from a list. */
function useNeighbours(id: number, state: TickerState): Neighbours | undefined {
	const { api } = useRouteContext({ from: '__root__' });
	const { list, order, top } = state;
	const licence = useLicence();
	const isTrader = licence != null;
	const traderPlace = useTickerPlace(id, state);
	const isListEnabled = !isTrader && order !== undefined && !top;
	const { data: visitorList } = useQuery({
		...visitorListQuery(api, list, state.fromLanding),
		enabled: isListEnabled,
		refetchInterval: false,
	});
	const table = useQuery({
		...topTableQuery(api, top?.category ?? 'active', top ?? DEFAULT_TABLE, isTrader),
		enabled: top !== undefined && licence !== undefined,
		// Rows keep their places while the reader steps through them.
		refetchInterval: false,
		staleTime: Number.POSITIVE_INFINITY,
	});
	if (order === undefined) return undefined;
	if (top) return table.data ? findNeighbours(filterShownRows(table.data, top.category), id, order) : createLoadingNeighbours(order);
	if (isTrader) return traderPlace ? toNeighbours(traderPlace) : createLoadingNeighbours(order);
	return visitorList ? findNeighbours(visitorList.items, id, order) : createLoadingNeighbours(order);
}

/**
 * Handles keys on a ticker's pages. Space and arrows step through the list; f toggles the star, x freezes, o opens the first link to another site, and
 * Escape goes back.
 */
function useTickerKeys({ view, id, state, neighbours, back, star, freeze }: TickerKeysOptions): void {
	const navigate = useNavigate();
	/** A step that was requested before the list was loaded. */
	const pendingStep = useRef<{ fromId: number; step: Step }>(undefined);
	useEffect(() => {
		const openLink = (link: LinkProps): void => void navigate({ ...link, resetScroll: false });
		const takeStep = (step: Step): void => {
			pendingStep.current = undefined;
			if (!neighbours) return;
			const item = step === 1 ? neighbours.next : neighbours.previous;
			if (item) openLink(neighbourLink(view, state, item));
			else if (neighbours.total === undefined) pendingStep.current = { fromId: id, step };
			else if (step === -1) openLink(back);
		};
		if (pendingStep.current?.fromId === id) takeStep(pendingStep.current.step);
		const actions: Record<TickerAction, () => void> = {
			back: () => void navigate(back),
			star,
			freeze,
			open: () => document.querySelector<HTMLElement>('.links')?.click(),
			next: () => takeStep(1),
			previous: () => (neighbours?.place === 1 ? openLink(back) : takeStep(-1)),
		};
		const onKey = (event: KeyboardEvent): void => {
			const action = findTickerAction(event);
			if (!action || isTyping(event) || isHandledByElement(event.key, document.activeElement)) return;
			event.preventDefault();
			actions[action]();
		};
		document.addEventListener('keydown', onKey);
		return () => document.removeEventListener('keydown', onKey);
	});
}

/** Loads the ticker in the open report: for traders from their reports, for visitors from the public ones. */
function useTicker(id: number, state: TickerState): OpenTicker {
	const { api } = useRouteContext({ from: '__root__' });
	const isTrader = useLicence() != null;
	const reading = useOpenReport(isTrader);
	const changes = useChanges(state.list, reading, { enabled: isTrader });
	const requested = requestedReport(state.list, reading);
	const traderQuery = useQuery({
		...workspaceTickerQuery(api, id, state, requested ?? UNKNOWN_REPORT),
		enabled: isTrader && requested !== undefined,
	});
	const { tab, operation, strategy } = state.list;
	const visitorQuery = useQuery({ ...visitorTickerQuery(api, id, state), enabled: !isTrader });
	const visitorTicker = useStableValue(`${id} ${tab} ${operation} ${strategy}`, visitorQuery.data, (detail) => detail.date);
	const outline = useQuery({ ...outlineQuery(api, id, state), enabled: !isTrader && !visitorTicker.shown });
	if (isTrader) {
		return {
			detail: traderQuery.data,
			workspace: traderQuery.data,
			outline: undefined,
			newerReportMs: state.list.report === undefined ? reading.newerMs : undefined,
			changes: changes.summary,
			accept: reading.accept,
			error: traderQuery.data ? undefined : (traderQuery.error ?? undefined),
			retry: () => void traderQuery.refetch(),
		};
	}
	return {
		detail: visitorTicker.shown,
		workspace: undefined,
		outline: outline.data,
		newerReportMs: visitorTicker.waiting ? msOf(visitorTicker.waiting.date) : undefined,
		changes:
			visitorTicker.shown && visitorTicker.waiting
				? words.rateMoves(visitorTicker.shown.weighted_sum, visitorTicker.waiting.weighted_sum)
				: undefined,
		accept: visitorTicker.accept,
		error: visitorTicker.shown ? undefined : ((outline.data ? visitorQuery.error : outline.error) ?? undefined),
		retry: () => {
			void visitorQuery.refetch();
			void outline.refetch();
		},
	};
}
