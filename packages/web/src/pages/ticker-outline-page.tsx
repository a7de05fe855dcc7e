import type { ReactNode } from 'react';
import type { TickerState } from '../entities/ticker/ticker-state.ts';
import { OutlinePanel } from '../features/ticker/outline.tsx';
import { tickerWords as words } from '../features/ticker/words.ts';
import type { TickerOutline } from '../lib/api/types.ts';
import panel from '../ui/panel.module.css';
import css from './ticker-page.module.css';
import { DetailsSkeleton } from './ticker-skeleton.tsx';

interface Props {
	outline: TickerOutline;
	state: TickerState;
	/** Why the details aren't shown; undefined while loading. */
	instead: ReactNode;
}

/** The public part of a ticker, with a place for its details: the whole page without scripts. */
export function TickerOutlinePage({ outline, state, instead }: Props) {
	return (
		<div className={css['panels']}>
			<OutlinePanel outline={outline} state={state} />
			{instead ? <div className={css['instead']}>{instead}</div> : <DetailsSkeleton />}
			<noscript className={css['instead']}>
				<p className={panel['panel']}>{words.needsScript}</p>
			</noscript>
		</div>
	);
}
