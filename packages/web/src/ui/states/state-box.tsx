import type { ReactNode } from 'react';
import css from './state-box.module.css';

interface Props {
	title: string;
	detail: string;
	/** 'h1' if nothing else is on the page. */
	heading?: 'h1' | 'h2';
	/** The next step. */
	children?: ReactNode;
}

/** Shows an empty, failed or forbidden state with the next step. */
export function StateBox({ title, detail, heading: Heading = 'h2', children }: Props) {
	return (
		<div className={css['box']} role="status">
			<Heading className={css['title']}>{title}</Heading>
			<p className={css['detail']}>{detail}</p>
			{children}
		</div>
	);
}
