import styles from '../ui/panel.module.css';
import css from './ticker-page.module.css';

/** An empty panel as a placeholder. */
const Waiting = () => <div className={`${styles['panel']} ${css['waiting']} needs-script`} aria-busy="true" />;

/** Next to the outline: what is loaded by script. */
export const DetailsSkeleton = () => (
	<>
		<Waiting />
		<Waiting />
	</>
);

/** Three empty panels as placeholders for the ticker's. */
export const TickerSkeleton = () => (
	<div className={css['panels']}>
		<Waiting />
		<DetailsSkeleton />
	</div>
);
