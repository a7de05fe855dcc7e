import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { usePaused } from '../../entities/live/paused.ts';
import { homeLink, type View, viewLink } from '../../entities/ticker/links.ts';
import { atReport, readTickerState, type TickerSearch, type TickerState } from '../../entities/ticker/ticker-state.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { etClock } from '../../lib/format/times.ts';
import { Archived } from '../../ui/archived.tsx';
import { buttonClass } from '../../ui/button.ts';
import { Refusals } from '../../ui/refusals.tsx';
import { ReportPill } from '../../ui/report-pill.tsx';
import { Retry } from '../../ui/retry.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { updateSnack } from '../../ui/update-snack.ts';
import { words as common } from '../../ui/words.ts';
import { whyMissing } from './missing.ts';
import { MissingTicker } from './missing-ticker.tsx';
import { Outline } from './outline.tsx';
import { Slider } from './slider.tsx';
import css from './ticker.module.css';
import { TickerHead } from './ticker-head.tsx';
import { useNeighbours } from './use-neighbours.ts';
import { type ShownTicker, useTicker } from './use-ticker.ts';
import { useTickerActions } from './use-ticker-actions.ts';
import { useTickerKeys } from './use-ticker-keys.ts';
import { tickerWords as words } from './words.ts';

interface Props {
	view: View;
	id: number;
	search: TickerSearch;
	/** Shown while the ticker is on its way. */
	waiting: ReactNode;
	children: (shown: ShownTicker & { detail: NonNullable<ShownTicker['detail']> }, state: TickerState) => ReactNode;
}

/** A ticker that did not come: a report outside the licence, or a failure. */
const Problem = ({ error, latest, retry }: { error: unknown; latest: LinkProps; retry: () => void }) => {
	const status = error instanceof ApiError ? error.status : 0;
	const toLatest = (
		<Link {...latest} className={buttonClass}>
			{common.toLatest}
		</Link>
	);
	if (status === 403) {
		return (
			<StateBox heading="h1" title={common.licencePopup} detail={common.licencePopupDetail}>
				<Link to="/prices" className={buttonClass}>
					{common.changeLicence}
				</Link>
				{toLatest}
			</StateBox>
		);
	}
	return (
		<StateBox heading="h1" title={words.failed} detail={words.failedNext}>
			<Retry retry={retry}>{words.retry}</Retry>
		</StateBox>
	);
};

/** Offers a newer report in a snackbar, besides the chip that stays. */
const useUpdateOffer = (waiting: number | undefined, take: () => void): void => {
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each newer report
	useEffect(() => {
		if (waiting === undefined) return undefined;
		updateSnack.show(words.toast(etClock(waiting)), words.toastDetail, words.toastShow, take);
		return () => updateSnack.hide();
	}, [waiting]);
};

/** What stands around every page of a ticker: its head, its keys, its place in the list, and what goes wrong. */
export const TickerFrame = ({ view, id, search, waiting: skeleton, children }: Props) => {
	const { state, refused } = readTickerState(search);
	const shown = useTicker(id, state);
	const { detail, desk, waiting, changes, take, error, retry } = shown;
	const { paused, pause } = usePaused();
	const neighbours = useNeighbours(id, state);
	const { star, freeze } = useTickerActions(id, state, detail?.favorite ?? false);
	const back = { ...homeLink(state), state: { ticker: id } };
	useTickerKeys({ view, id, state, neighbours, back, star, freeze });
	useUpdateOffer(paused ? undefined : waiting, take);

	const inVersion = (report: string | undefined, version: number | undefined): LinkProps =>
		viewLink(view, id, { ...state, list: { ...state.list, report, version } });
	const latest = viewLink(view, id, atReport(state, undefined));
	if (!detail) {
		const missing = error instanceof ApiError && error.status === 404 ? whyMissing(error) : undefined;
		if (missing === 'allowance') return <Outline id={id} state={state} back={back} />;
		if (missing) return <MissingTicker why={missing} latest={latest} />;
		return <div className={css['page']}>{error ? <Problem error={error} latest={latest} retry={retry} /> : skeleton}</div>;
	}
	return (
		<>
			<TickerHead view={view} detail={detail} state={state} back={back} star={star}>
				{neighbours ? <Slider view={view} state={state} neighbours={neighbours} back={back} /> : null}
			</TickerHead>
			<ReportPill waiting={waiting} changes={changes} take={take} paused={paused} pause={pause} />
			<div className={css['page']}>
				<Refusals refused={refused} />
				<Archived
					report={state.list.report}
					head={desk?.report}
					versionLink={(version) => inVersion(state.list.report, version)}
					latestLink={latest}
				/>
				{children({ ...shown, detail }, state)}
			</div>
		</>
	);
};
