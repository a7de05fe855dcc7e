import type { ReactNode } from 'react';
import { useTickerPlace } from '../entities/ticker/place.ts';
import type { TickerSearch, TickerState } from '../entities/ticker/ticker-state.ts';
import { PricePanel } from '../features/price/price-panel.tsx';
import { useFrame } from '../features/shell/market-clock.ts';
import { EmbedButton } from '../features/ticker/embed/embed-button.tsx';
import { ScorePanel } from '../features/ticker/score-panel.tsx';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import { OutlinePanel, WheelPanel } from '../features/ticker/wheel-panel.tsx';
import { tickerWords as words } from '../features/ticker/words.ts';
import { ChangesPanel } from '../features/why/changes-panel.tsx';
import { WhyPanel } from '../features/why/why-panel.tsx';
import type { TickerDetail, TickerOutline, WorkspaceDetail } from '../lib/api/types.ts';
import panel from '../ui/panel.module.css';
import { Notice } from '../ui/states/notice.tsx';
import { onDemand } from '../ui/states/on-demand.tsx';
import css from './ticker-page.module.css';
import { DetailsSkeleton, TickerSkeleton } from './ticker-skeleton.tsx';

// These panels are below the first screen. The page doesn't wait for them.
const Compare = onDemand(async () => (await import('./ticker-compare.tsx')).Compare);

const FilingsPanel = onDemand(async () => (await import('../entities/information/filings.tsx')).FilingsPanel, 'silent');

const LinksPanel = onDemand(async () => (await import('../entities/ticker-links/ticker-links.tsx')).LinksPanel);

const MatchesPanel = onDemand(async () => (await import('../features/matches/matches-panel.tsx')).MatchesPanel);

const RecordPanel = onDemand(async () => (await import('../features/validation/record-panel.tsx')).RecordPanel);

const StripPanel = onDemand(async () => (await import('../features/history/strip-panel.tsx')).StripPanel);

const MentionsPanel = onDemand(async () => (await import('../features/mentions/mentions-panel.tsx')).MentionsPanel);

interface Props {
	detail: TickerDetail;
	/** The same ticker with the fields that only traders can see; undefined for visitors. */
	workspace: WorkspaceDetail | undefined;
	state: TickerState;
}

/** Shows a ticker in the open report. */
export function TickerPage({ id, search }: { id: number; search: TickerSearch }) {
	return (
		<TickerFrame
			view="signals"
			id={id}
			search={search}
			skeleton={<TickerSkeleton />}
			renderOutline={(outline, state, explanation) => <TickerOutlinePage outline={outline} state={state} explanation={explanation} />}
		>
			{({ detail, workspace }, state) => <TickerBody detail={detail} workspace={workspace} state={state} />}
		</TickerFrame>
	);
}

interface TickerOutlinePageProps {
	outline: TickerOutline;
	state: TickerState;
	/** Why the details aren't shown; undefined while loading. */
	explanation: ReactNode;
}

/** Shows the public part of a ticker, with placeholders for its details. Without scripts, this is the whole page. */
export function TickerOutlinePage({ outline, state, explanation }: TickerOutlinePageProps) {
	return (
		<div className={css['panels']}>
			<OutlinePanel outline={outline} state={state} />
			{explanation ? <div className={css['instead']}>{explanation}</div> : <DetailsSkeleton />}
			<noscript className={css['instead']}>
				<p className={panel['panel']}>{words.needsScript}</p>
			</noscript>
		</div>
	);
}

/** Shows the panels of a ticker. The first three fill the first screen: its wheel, its price, and why it is listed. */
function TickerBody({ detail, workspace, state }: Props) {
	const isPublic = useFrame()?.provider.public;
	const place = useTickerPlace(detail.ticker_id, state);
	return (
		<>
			{detail.status === 'ok' ? null : <Notice>{words.status[detail.status]}</Notice>}
			<div className={css['panels']}>
				<WheelPanel detail={detail} state={state} isTrader={workspace !== undefined}>
					{isPublic ? <EmbedButton id={detail.ticker_id} ticker={detail.ticker} tab={state.list.tab} /> : null}
				</WheelPanel>
				<PricePanel detail={detail} state={state} isTrader={workspace !== undefined} />
				<WhyPanel detail={detail} place={place} state={state} />
				<div className={css['side']}>
					<ScorePanel detail={detail} state={state} />
					{workspace ? <ChangesPanel workspace={workspace} state={state} /> : null}
					<FilingsPanel detail={detail} />
					<LinksPanel ticker={detail.ticker} id={detail.ticker_id} />
				</div>
				{workspace ? (
					<div className={css['below']}>
						<RecordPanel detail={workspace} state={state} />
						<Compare detail={workspace} state={state} />
						<MatchesPanel detail={workspace} list={state.list} />
						<MentionsPanel ticker={workspace.ticker} id={workspace.ticker_id} />
					</div>
				) : null}
				{workspace ? <StripPanel detail={workspace} state={state} /> : null}
			</div>
		</>
	);
}
