import type { ReactNode } from 'react';
import css from './notice.module.css';

interface Props {
	children: ReactNode;
	tone?: 'plain' | 'warning';
}

/** A notice within the content of a page. */
export function Notice({ children, tone = 'warning' }: Props) {
	return (
		<div className={`${css['notice']} ${css[tone]}`} role="status">
			{children}
		</div>
	);
}
