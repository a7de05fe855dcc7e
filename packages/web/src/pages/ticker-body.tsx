import { usePlace } from '../entities/ticker/place.ts';
import type { TickerState } from '../entities/ticker/ticker-state.ts';
import { PricePanel } from '../features/price/price-panel.tsx';
import { useFrame } from '../features/shell/use-frame.ts';
import { EmbedButton } from '../features/ticker/embed-button.tsx';
import { WheelPanel } from '../features/ticker/wheel-panel.tsx';
import { tickerWords as words } from '../features/ticker/words.ts';
import { WhyPanel } from '../features/why/why-panel.tsx';
import type { DeskDetail, TickerDetail } from '../lib/api/types.ts';
import { Notice } from '../ui/notice.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import css from './ticker-page.module.css';

// Below the first screen, which doesn't wait for them.
const Compare = onDemand(async () => (await import('./ticker-compare.tsx')).Compare);
const MatchesPanel = onDemand(async () => (await import('../features/matches/matches-panel.tsx')).MatchesPanel);
const RecordPanel = onDemand(async () => (await import('../features/validation/record-panel.tsx')).RecordPanel);
const StripPanel = onDemand(async () => (await import('../features/history/strip-panel.tsx')).StripPanel);
const MentionsPanel = onDemand(async () => (await import('../features/mentions/mentions-panel.tsx')).MentionsPanel);

interface Props {
	detail: TickerDetail;
	/** The same with the fields that only traders see. */
	desk: DeskDetail | undefined;
	state: TickerState;
}

/** The panels of a ticker: its wheel, its price, why it is listed, and for traders its past. */
export const TickerBody = ({ detail, desk, state }: Props) => {
	const isPublic = useFrame()?.provider.public;
	const place = usePlace(detail.ticker_id, state);
	return (
		<>
			{detail.status === 'ok' ? null : <Notice>{words.status[detail.status]}</Notice>}
			<div className={css['panels']}>
				<WheelPanel detail={detail} state={state} trader={desk !== undefined}>
					{isPublic ? <EmbedButton id={detail.ticker_id} ticker={detail.ticker} tab={state.list.tab} /> : null}
				</WheelPanel>
				<PricePanel detail={detail} state={state} trader={desk !== undefined} />
				<div className={css['side']}>
					<WhyPanel detail={detail} desk={desk} place={place} state={state} />
					{desk ? <RecordPanel detail={desk} state={state} /> : null}
				</div>
				{desk ? (
					<div className={css['below']}>
						<Compare detail={desk} state={state} />
						<MatchesPanel detail={desk} list={state.list} />
						<MentionsPanel ticker={desk.ticker} id={desk.ticker_id} />
					</div>
				) : null}
				{desk ? <StripPanel detail={desk} state={state} /> : null}
			</div>
		</>
	);
};
