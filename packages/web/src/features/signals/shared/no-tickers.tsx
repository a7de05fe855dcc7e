import type { Timeframe } from '@sw/domain/time/timeframe';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router';
import { frameQuery } from '../../../entities/frame/frame-query.ts';
import { missingReadings, openingState } from '../../../entities/list-state/opening.ts';
import { type ListHome, listLink } from '../../../entities/list-state/search.ts';
import { DEFAULT_STATE, type ListState, withTab } from '../../../entities/list-state/state.ts';
import { RestrictedPricesPanel } from '../../../entities/own-data/own-data-panel.tsx';
import { useLicence } from '../../../entities/session/session-query.ts';
import { buttonClass } from '../../../ui/button.ts';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { noTickersWords as words } from './no-tickers-words.ts';

export interface NoResultsProps {
	/** Why the list is empty. */
	reason: keyof typeof words.reasons;
	/** Link to the next step. */
	link: LinkProps;
	/** Called when the link is clicked. */
	onClick?: () => void;
}

export function NoResults({ reason, link, onClick }: NoResultsProps) {
	const { detail, link: label } = words.reasons[reason];
	return (
		<StateBox title={words.noResults} detail={detail}>
			<Link {...link} className={buttonClass} onClick={() => onClick?.()}>
				{label}
			</Link>
		</StateBox>
	);
}

export interface NoTickersProps {
	home: ListHome;
	state: ListState;
	/** undefined without a report. */
	measured: readonly Timeframe[] | undefined;
}

/** Explains an empty list. For a reader without a licence, the reason may be that the prices can't be shown publicly. */
export function NoTickersHere(props: NoTickersProps) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data: frame } = useQuery(frameQuery(api));
	const isHidden = useLicence() === null && !props.measured && frame?.reportCount && !frame.provider.public;
	return isHidden ? <RestrictedPricesPanel /> : <NoTickers {...props} />;
}

/** Explains an empty list, with a link to the first tab; on the first tab, to the tab with all tickers. */
export function NoTickers({ home, state, measured }: NoTickersProps) {
	if (!measured) return <StateBox title={words.noReport} detail={words.noReportNext} />;
	const missing = missingReadings(state, measured);
	if (missing) {
		const availableState = openingState(measured);
		const detail = words.lacking(missing.rated.join(', '), missing.needed, missing.measured.join(', '));
		return (
			<StateBox title={words.lackingTitle} detail={detail}>
				<Link {...listLink(home, { ...(availableState ?? withTab(DEFAULT_STATE, 'free')), report: state.report })} className={buttonClass}>
					{words.lackingLink}
				</Link>
			</StateBox>
		);
	}
	const isFirstTab = state.tab === DEFAULT_STATE.tab;
	const suggestedState = isFirstTab ? withTab(DEFAULT_STATE, 'free') : DEFAULT_STATE;
	return <NoResults reason={isFirstTab ? 'firstTab' : 'tab'} link={listLink(home, { ...suggestedState, report: state.report })} />;
}
