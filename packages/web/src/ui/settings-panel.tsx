import { type ReactNode, useId } from 'react';
import css from './settings-panel.module.css';

interface Props {
	title: string;
	/** By which links lead to it. */
	anchor?: string;
	children: ReactNode;
}

/** A titled part of a page of settings. */
export const Panel = ({ title, anchor, children }: Props) => {
	const id = useId();
	return (
		<section id={anchor} className={css['panel']} aria-labelledby={id}>
			<h2 id={id} className={css['title']}>
				{title}
			</h2>
			{children}
		</section>
	);
};
