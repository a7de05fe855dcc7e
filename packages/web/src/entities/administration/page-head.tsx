import type { ReactNode } from 'react';
import css from './administration.module.css';

interface Props {
	title: string;
	/** Beside the title: as of when, how many. */
	note?: ReactNode;
	/** At the other end: what is done from here. */
	children?: ReactNode;
}

/** The head of a page of the administration. */
export const PageHead = ({ title, note, children }: Props) => (
	<header className={css['head']}>
		<h1 className={css['title']}>{title}</h1>
		{note ? <p className={css['note']}>{note}</p> : null}
		{children ? <div className={css['acts']}>{children}</div> : null}
	</header>
);
