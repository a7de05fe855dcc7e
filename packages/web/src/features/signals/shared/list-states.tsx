import type { Timeframe } from '@sw/domain/time/timeframe';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ListHome, listLink } from '../../../entities/list-state/link.ts';
import { missingReadings, openingState } from '../../../entities/list-state/opening.ts';
import { DEFAULT_STATE, type ListState, PAGE_SIZE, withTab } from '../../../entities/list-state/state.ts';
import { buttonClass } from '../../../ui/button.ts';
import { Retry } from '../../../ui/states/retry.tsx';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { words as common } from '../../../ui/words.ts';
import css from './grid.module.css';
import { words } from './words.ts';

/** A placeholder for each card of a page. */
export function Skeletons() {
	return (
		<ul className={css['grid']} aria-label={words.loading} aria-busy="true">
			{Array.from({ length: PAGE_SIZE }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing but their place.
				<li key={i} className={css['skeleton']} />
			))}
		</ul>
	);
}

export function ListFailed({ retry }: { retry: () => void }) {
	return (
		<StateBox title={words.failed} detail={words.failedNext}>
			<Retry retry={retry}>{common.retry}</Retry>
		</StateBox>
	);
}

interface EmptyProps {
	detail: string;
	/** The next step. */
	link: LinkProps;
	label: string;
	/** Called when it is clicked. */
	choose?: () => void;
}

export function NoResults({ detail, link, label, choose }: EmptyProps) {
	return (
		<StateBox title={words.noResults} detail={detail}>
			<Link {...link} className={buttonClass} onClick={() => choose?.()}>
				{label}
			</Link>
		</StateBox>
	);
}

/** An empty list: links to the first tab, and from that to the tab that contains everything. */
export function NoTickers({ home, state, measured }: { home: ListHome; state: ListState; measured: readonly Timeframe[] | undefined }) {
	if (!measured) return <StateBox title={words.noReport} detail={words.noReportNext} />;
	const lacking = missingReadings(state, measured);
	if (lacking) {
		const opening = openingState(measured);
		const detail = words.lacking(lacking.rated.join(', '), lacking.needed, lacking.measured.join(', '));
		return (
			<StateBox title={words.lackingTitle} detail={detail}>
				<Link {...listLink(home, { ...(opening ?? withTab(DEFAULT_STATE, 'free')), report: state.report })} className={buttonClass}>
					{words.lackingLink}
				</Link>
			</StateBox>
		);
	}
	const first = state.tab === DEFAULT_STATE.tab;
	const to = first ? withTab(DEFAULT_STATE, 'free') : DEFAULT_STATE;
	return (
		<NoResults
			detail={words.noResultsNext}
			link={listLink(home, { ...to, report: state.report })}
			label={first ? words.noResultsFree : words.noResultsLink}
		/>
	);
}
