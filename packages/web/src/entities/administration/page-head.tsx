import type { ReactNode } from 'react';
import css from './administration.module.css';

interface Props {
	title: string;
	/** Next to the title: a count, or the time of the data. */
	note?: ReactNode;
	/** At the other end: actions. */
	children?: ReactNode;
}

/** The header of an administration page. */
export function PageHead({ title, note, children }: Props) {
	return (
		<header className={css['head']}>
			<h1 className={css['title']}>{title}</h1>
			{note ? <p className={css['note']}>{note}</p> : null}
			{children ? <div className={css['acts']}>{children}</div> : null}
		</header>
	);
}
