import styles from '../ui/panel.module.css';
import css from './ticker-page.module.css';

/** Three empty panels where the ticker's will stand. */
export const TickerSkeleton = () => (
	<div className={css['panels']} aria-busy="true">
		{['wheel', 'price', 'why'].map((panel) => (
			<div key={panel} className={`${styles['panel']} ${css['waiting']}`} />
		))}
	</div>
);
