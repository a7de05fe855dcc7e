import type { TickerSearch } from '../entities/ticker/ticker-state.ts';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import styles from '../ui/panel.module.css';
import { TickerBody } from './ticker-body.tsx';
import css from './ticker-page.module.css';

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
			<div key={panel} className={`${styles['panel']} ${css['waiting']}`} />
		))}
	</div>
);
