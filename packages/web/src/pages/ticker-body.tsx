import { usePlace } from '../entities/ticker/place.ts';
import type { TickerState } from '../entities/ticker/ticker-state.ts';
import { StripPanel } from '../features/history/strip-panel.tsx';
import { MatchesPanel } from '../features/matches/matches-panel.tsx';
import { PricePanel } from '../features/price/price-panel.tsx';
import { ComparePanel } from '../features/ticker/compare-panel.tsx';
import { WheelPanel } from '../features/ticker/wheel-panel.tsx';
import { tickerWords as words } from '../features/ticker/words.ts';
import { RecordPanel } from '../features/validation/record-panel.tsx';
import { WhyPanel } from '../features/why/why-panel.tsx';
import type { DeskDetail, TickerDetail } from '../lib/api/types.ts';
import { Notice } from '../ui/notice.tsx';
import { ComparePicker } from './compare-picker.tsx';
import css from './ticker-page.module.css';

interface Props {
	detail: TickerDetail;
	/** The same with what only traders are told. */
	desk: DeskDetail | undefined;
	state: TickerState;
}

/** The panels of a ticker: its wheel, its price, why it is here, and for traders its past. */
export const TickerBody = ({ detail, desk, state }: Props) => {
	const place = usePlace(detail.ticker_id, state);
	return (
		<>
			{detail.status === 'ok' ? null : <Notice>{words.status[detail.status]}</Notice>}
			<div className={css['panels']}>
				<WheelPanel detail={detail} state={state} trader={desk !== undefined} />
				<PricePanel detail={detail} state={state} trader={desk !== undefined} />
				<div className={css['side']}>
					<WhyPanel detail={detail} desk={desk} place={place} state={state} />
					{desk ? <ComparePanel detail={desk} state={state} picker={<ComparePicker id={desk.ticker_id} state={state} />} /> : null}
					{desk ? <RecordPanel detail={desk} state={state} /> : null}
					{desk ? <MatchesPanel detail={desk} list={state.list} /> : null}
				</div>
				{desk ? <StripPanel detail={desk} state={state} /> : null}
			</div>
		</>
	);
};
