import styles from '../ui/panel.module.css';
import css from './ticker-page.module.css';

/** Shows placeholders next to the outline, for the details that scripts load. */
export function DetailsSkeleton() {
	return (
		<>
			<PanelPlaceholder />
			<PanelPlaceholder />
		</>
	);
}

/** An empty panel as a placeholder. */
function PanelPlaceholder() {
	return <div className={`${styles['panel']} ${css['waiting']} needs-script`} aria-busy="true" />;
}

/** Shows three empty panels in place of the ticker's panels. */
export function TickerSkeleton() {
	return (
		<div className={css['panels']}>
			<PanelPlaceholder />
			<DetailsSkeleton />
		</div>
	);
}
