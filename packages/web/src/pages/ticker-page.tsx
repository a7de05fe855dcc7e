import type { TickerSearch } from '../entities/ticker/ticker-state.ts';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import { TickerBody } from './ticker-body.tsx';
import { TickerOutlined } from './ticker-outlined.tsx';
import { TickerSkeleton } from './ticker-skeleton.tsx';

/** A ticker in the open report. */
export const TickerPage = ({ id, search }: { id: number; search: TickerSearch }) => (
	<TickerFrame
		view="signals"
		id={id}
		search={search}
		waiting={<TickerSkeleton />}
		outlined={(outline, state, instead) => <TickerOutlined outline={outline} state={state} instead={instead} />}
	>
		{({ detail, desk }, state) => <TickerBody detail={detail} desk={desk} state={state} />}
	</TickerFrame>
);
