import type { ReactNode } from 'react';
import css from './pill.module.css';

interface Props {
	children: ReactNode;
	tone?: 'plain' | 'warning';
	title?: string;
}

export function Pill({ children, tone = 'plain', title }: Props) {
	return (
		<span className={`${css['pill']} ${tone === 'warning' ? css['warning'] : ''}`} title={title}>
			{children}
		</span>
	);
}
