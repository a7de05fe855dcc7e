import { type ReactNode, useId } from 'react';
import css from './panel.module.css';

/** A titled part of a page. */
export const Panel = ({ title, children }: { title: string; children: ReactNode }) => {
	const id = useId();
	return (
		<section className={css['panel']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{title}
			</h2>
			{children}
		</section>
	);
};
