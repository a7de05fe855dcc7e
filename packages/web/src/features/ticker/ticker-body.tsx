import type { DeskDetail, TickerDetail } from '../../lib/api/types.ts';
import type { TickerState } from '../../lib/list-state/ticker.ts';
import { Notice } from '../../ui/notice.tsx';
import { PricePanel } from './price-panel.tsx';
import { RecordPanel } from './record-panel.tsx';
import { StripPanel } from './strip-panel.tsx';
import css from './ticker.module.css';
import { WheelPanel } from './wheel-panel.tsx';
import { WhyPanel } from './why-panel.tsx';
import { tickerWords as words } from './words.ts';

interface Props {
	detail: TickerDetail;
	/** The same with what only traders are told. */
	desk: DeskDetail | undefined;
	state: TickerState;
}

/** The panels of a ticker: its wheel, its price, why it is here, and for traders its past. */
export const TickerBody = ({ detail, desk, state }: Props) => (
	<>
		{detail.status === 'ok' ? null : <Notice>{words.status[detail.status]}</Notice>}
		<div className={css['panels']}>
			<WheelPanel detail={detail} state={state} trader={desk !== undefined} />
			<PricePanel detail={detail} state={state} trader={desk !== undefined} />
			<div className={css['side']}>
				<WhyPanel detail={detail} desk={desk} state={state} />
				{desk ? <RecordPanel detail={desk} state={state} /> : null}
			</div>
			{desk ? <StripPanel detail={desk} state={state} /> : null}
		</div>
	</>
);
