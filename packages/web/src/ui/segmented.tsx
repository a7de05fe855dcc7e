import { Link, type LinkProps } from '@tanstack/react-router';
import css from './segmented.module.css';

export interface Segment {
	key: string;
	label: string;
	active: boolean;
	link: LinkProps;
}

interface Props {
	label: string;
	segments: readonly Segment[];
}

/**
 * A row of alternatives as links: the address is the state, so it works before and without scripts.
 * `active` says which one is current; the router alone would also mark a link whose query is a part of the current one.
 */
export const Segmented = ({ label, segments }: Props) => (
	<nav className={css['group']} aria-label={label}>
		{segments.map(({ key, label: text, active, link }) => (
			<Link
				key={key}
				{...link}
				className={css['option'] ?? ''}
				activeOptions={{ exact: true }}
				aria-current={active ? 'true' : undefined}
				resetScroll={false}
			>
				{text}
			</Link>
		))}
	</nav>
);
