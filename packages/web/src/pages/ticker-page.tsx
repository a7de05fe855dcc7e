import type { TickerSearch } from '../entities/ticker/ticker-state.ts';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import { TickerBody } from './ticker-body.tsx';
import { TickerOutlinePage } from './ticker-outline-page.tsx';
import { TickerSkeleton } from './ticker-skeleton.tsx';

/** A ticker in the open report. */
export function TickerPage({ id, search }: { id: number; search: TickerSearch }) {
	return (
		<TickerFrame
			view="signals"
			id={id}
			search={search}
			waiting={<TickerSkeleton />}
			outlined={(outline, state, instead) => <TickerOutlinePage outline={outline} state={state} instead={instead} />}
		>
			{({ detail, workspace }, state) => <TickerBody detail={detail} workspace={workspace} state={state} />}
		</TickerFrame>
	);
}
