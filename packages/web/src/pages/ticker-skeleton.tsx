import styles from '../ui/panel.module.css';
import css from './ticker-page.module.css';

/** An empty panel in the place of one of the ticker's. */
const Waiting = () => <div className={`${styles['panel']} ${css['waiting']} needs-script`} aria-busy="true" />;

/** Beside the outline: what comes by script. */
export const DetailsSkeleton = () => (
	<>
		<Waiting />
		<Waiting />
	</>
);

/** Three empty panels in the place of the ticker's. */
export const TickerSkeleton = () => (
	<div className={css['panels']}>
		<Waiting />
		<DetailsSkeleton />
	</div>
);
