import { type ReactNode, useId } from 'react';
import css from './settings-panel.module.css';

interface Props {
	title: string;
	/** Element id, for links to the panel. */
	anchor?: string;
	children: ReactNode;
}

/** A titled section of a settings page. */
export function Panel({ title, anchor, children }: Props) {
	const id = useId();
	return (
		<section id={anchor} className={css['panel']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{title}
			</h2>
			{children}
		</section>
	);
}
