import { Link, type LinkProps } from '@tanstack/react-router';
import edges from '../edges.module.css';
import css from './segmented.module.css';

export interface Segment {
	key: string;
	label: string;
	/** A number shown below the label, so that it takes no space next to it. */
	note?: string | undefined;
	active: boolean;
	link: LinkProps;
	/** Called when the link is opened in this browser tab. */
	choose?: () => void;
}

interface Props {
	label: string;
	segments: readonly Segment[];
}

/**
 * A row of alternatives as links. The state is in the URL, so the links work without scripts. `active` marks the current one, because the
 * router would also mark links whose query is part of the current query.
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
