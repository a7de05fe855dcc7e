import type { ReactNode } from 'react';
import edges from '../edges.module.css';

interface Props {
	label: string;
	/** Maximum height before it scrolls. */
	className: string | undefined;
	children: ReactNode;
}

/** A scrolling region, also by keyboard, that shows that it scrolls; pages leave the scroll keys to it (`data-scrolls`). */
export function ScrollBox({ label, className, children }: Props) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
		<section className={`${edges['edges']} ${className}`} tabIndex={0} data-scrolls="" aria-label={label}>
			{children}
		</section>
	);
}

/** The head of a table: one row of unique column names. */
export function Columns({ names }: { names: readonly string[] }) {
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
