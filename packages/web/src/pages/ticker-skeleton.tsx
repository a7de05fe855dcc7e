import styles from '../ui/panel.module.css';
import css from './ticker-page.module.css';

/** An empty panel where one of the ticker's will stand. */
const Waiting = () => <div className={`${styles['panel']} ${css['waiting']} needs-script`} aria-busy="true" />;

/** Beside the outline: what comes by script. */
export const DetailsSkeleton = () => (
	<>
		<Waiting />
		<Waiting />
	</>
);

/** Three empty panels where the ticker's will stand. */
export const TickerSkeleton = () => (
	<div className={css['panels']}>
		<Waiting />
		<DetailsSkeleton />
	</div>
);
