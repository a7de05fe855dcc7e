import type { ReactNode } from 'react';
import edges from '../edges.module.css';

interface Props {
	label: string;
	/** Class that sets the maximum height. */
	className: string | undefined;
	children: ReactNode;
}

/**
 * A region that scrolls, also by keyboard, with shadows at edges that hide more content.
 * `data-scrolls` keeps the page's shortcuts from using the region's keys.
 */
export function ScrollBox({ label, className, children }: Props) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
		<section className={`${edges['edges']} ${className}`} tabIndex={0} data-scrolls="" aria-label={label}>
			{children}
		</section>
	);
}

/** The header of a table: one row of unique column names. */
export function TableHeader({ names }: { names: readonly string[] }) {
	return (
		<thead>
			<tr>
				{names.map((name) => (
					<th key={name} scope="col">
						{name}
					</th>
				))}
			</tr>
		</thead>
	);
}
