import { Link, type LinkProps } from '@tanstack/react-router';
import edges from '../edges.module.css';
import css from './segmented.module.css';

export interface Segment {
	key: string;
	label: string;
	/** A number below the label, which takes no space next to it. */
	note?: string | undefined;
	active: boolean;
	link: LinkProps;
	/** Called when the link is followed in this browser tab. */
	choose?: () => void;
}

interface Props {
	label: string;
	segments: readonly Segment[];
}

/**
 * A row of alternatives as links. The state is in the URL, so it works without scripts. `active` marks the current one; the router alone would also mark
 * a link whose query is part of the current one.
 */
export function Segmented({ label, segments }: Props) {
	return (
		<nav className={`${edges['edges']} ${css['group']}`} aria-label={label}>
			{segments.map(({ key, label: text, note, active, link, choose }) => (
				<Link
					key={key}
					{...link}
					className={css['option'] ?? ''}
					activeOptions={{ exact: true }}
					aria-current={active ? 'true' : undefined}
					resetScroll={false}
					onClick={({ ctrlKey, metaKey, shiftKey }) => {
						if (!ctrlKey && !metaKey && !shiftKey) choose?.();
					}}
				>
					{text}
					{note === undefined ? null : (
						<small className={css['note']}>
							<span className="visually-hidden"> · </span>
							{note}
						</small>
					)}
				</Link>
			))}
		</nav>
	);
}
