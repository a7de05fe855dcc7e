import type { TickerSearch } from '../../lib/list-state/ticker.ts';
import css from './ticker.module.css';
import { TickerBody } from './ticker-body.tsx';
import { TickerFrame } from './ticker-frame.tsx';

/** A ticker at the report that is being read. */
export const TickerPage = ({ id, search }: { id: number; search: TickerSearch }) => (
	<TickerFrame view="signals" id={id} search={search} waiting={<TickerSkeleton />}>
		{({ detail, desk }, state) => <TickerBody detail={detail} desk={desk} state={state} />}
	</TickerFrame>
);

/** Three empty panels where the ticker's will stand. */
export const TickerSkeleton = () => (
	<div className={css['panels']} aria-busy="true">
		{['wheel', 'price', 'why'].map((panel) => (
			<div key={panel} className={`${css['panel']} ${css['waiting']} ${panel === 'price' ? css['price'] : ''}`} />
		))}
	</div>
);
