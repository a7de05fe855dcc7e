import type { ReactNode } from 'react';
import css from './notice.module.css';

interface Props {
	children: ReactNode;
	tone?: 'plain' | 'warning';
}

/** A notice in the page's flow. */
export const Notice = ({ children, tone = 'warning' }: Props) => (
	<div className={`${css['notice']} ${css[tone]}`} role="status">
		{children}
	</div>
);
