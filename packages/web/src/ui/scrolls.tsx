import type { ReactNode } from 'react';
import edges from './edges.module.css';

interface Props {
	label: string;
	/** How far it may grow before it scrolls. */
	className: string | undefined;
	children: ReactNode;
}

/** A region that scrolls by itself, by keyboard too, and shows that it does; pages leave it the keys that scroll (`data-scrolls`). */
export const Scrolls = ({ label, className, children }: Props) => (
	// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
	<section className={`${edges['edges']} ${className}`} tabIndex={0} data-scrolls="" aria-label={label}>
		{children}
	</section>
);
