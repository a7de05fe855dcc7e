import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useFreeze } from '../../entities/frozen/freeze.ts';
import { usePaused } from '../../entities/live/paused.ts';
import { useLicence } from '../../entities/session/licence.ts';
import { useFavorite } from '../../entities/stars/favorites.ts';
import { useMissingForStar } from '../../entities/stars/missing.ts';
import { homeLink, type View, viewLink } from '../../entities/ticker/links.ts';
import { atReport, readTickerState, type TickerSearch, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { TickerOutline } from '../../lib/api/types.ts';
import { etClock } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import { ArchivedNotice } from '../../ui/report/archived-notice.tsx';
import { archivedWords } from '../../ui/report/archived-words.ts';
import { ReportPill } from '../../ui/report/report-pill.tsx';
import { updateSnack } from '../../ui/snackbars/update-snack.ts';
import { InvalidValues } from '../../ui/states/invalid-values.tsx';
import { Retry } from '../../ui/states/retry.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { missingReason } from './missing.ts';
import { MissingTicker, SpentAllowance } from './missing-ticker.tsx';
import { Slider } from './slider.tsx';
import css from './ticker.module.css';
import { TickerHead } from './ticker-head.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { type ShownTicker, useTicker } from './use-ticker.ts';
import { useTickerKeys } from './use-ticker-keys.ts';
import { tickerWords as words } from './words.ts';

/** Favourites have no tab. */
const NO_TAB = { tab: undefined, filter: undefined };

interface Props {
	view: View;
	id: number;
	search: TickerSearch;
	/** Shown while the ticker loads. */
	waiting: ReactNode;
	/** Shown to readers without a licence until the details are loaded; `instead` says why they aren't. Traders' pages have none. */
	outlined?: (outline: TickerOutline, state: TickerState, instead: ReactNode) => ReactNode;
	children: (shown: ShownTicker & { detail: NonNullable<ShownTicker['detail']> }, state: TickerState) => ReactNode;
}

interface ProblemProps {
	error: unknown;
	latest: LinkProps;
	retry: () => void;
	heading: 'h1' | 'h2';
}

/** The frame of all pages of a ticker: header, keys, place in the list, and errors. */
export function TickerFrame({ view, id, search, waiting: skeleton, outlined = () => skeleton, children }: Props) {
	const { state, refused } = readTickerState(search);
	const shown = useTicker(id, state);
	const { detail, workspace, outline, waiting, changes, take, error, retry } = shown;
	const { paused, pause } = usePaused();
	const neighbours = useNeighbours(id, state);
	const { star, freeze } = useTickerActions(id, state, detail?.favorite ?? false);
	// A list opens where it was left; the top tables at the top.
	const back = { ...homeLink(state), state: { ticker: id }, resetScroll: state.fromTop };
	useTickerKeys({ view, id, state, neighbours, back, star, freeze });
	useUpdateOffer(paused ? undefined : waiting, take);

	const inVersion = (report: string | undefined, version: number | undefined): LinkProps =>
		viewLink(view, id, { ...state, list: { ...state.list, report, version } });
	const latest = viewLink(view, id, atReport(state, undefined));
	const why = error instanceof ApiError && error.status === 404 ? missingReason(error) : undefined;
	const problem = error ? <Problem error={error} latest={latest} retry={retry} heading={outline ? 'h2' : 'h1'} /> : undefined;
	const known = detail ?? outline;
	if (!known) {
		if (why && why !== 'allowance') return <MissingTicker why={why} latest={latest} />;
		return <div className={css['page']}>{problem ?? skeleton}</div>;
	}
	return (
		<>
			<TickerHead view={view} detail={known} state={state} back={back} star={star}>
				{neighbours ? <Slider view={view} state={state} neighbours={neighbours} back={back} /> : null}
			</TickerHead>
			<ReportPill waiting={waiting} changes={changes} take={take} paused={paused} pause={pause} />
			<div className={css['page']}>
				<InvalidValues refused={refused} />
				<ArchivedNotice
					report={state.list.report}
					head={workspace?.report}
					versionLink={(version) => inVersion(state.list.report, version)}
					latestLink={latest}
				/>
				{detail
					? children({ ...shown, detail }, state)
					: outline && outlined(outline, state, why === 'allowance' ? <SpentAllowance /> : problem)}
			</div>
		</>
	);
}

/** Offers a newer report in a snackbar, in addition to the chip. */
function useUpdateOffer(waiting: number | undefined, take: () => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer report
	useEffect(() => {
		if (waiting === undefined) return undefined;
		updateSnack.show(words.toast(etClock(waiting)), words.toastDetail, words.toastShow, take);
		return () => updateSnack.hide();
	}, [waiting]);
}

/** A ticker that failed to load: a report outside the licence, or a failure. */
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

/** A reader's actions on a ticker. Without a licence, nothing can be saved. */
function useTickerActions(id: number, { list, fromFavourites }: TickerState, favorite: boolean) {
	const trader = useLicence() != null;
	const change = useFavorite();
	const refuse = useMissingForStar();
	const { freeze, nearest } = useFreeze(fromFavourites ? NO_TAB : list);
	if (!trader) return { star: refuse, freeze: refuse };
	return {
		star: () => change(id, !favorite),
		freeze: () => void freeze({ tickers: [id], scope: nearest }),
	};
}
