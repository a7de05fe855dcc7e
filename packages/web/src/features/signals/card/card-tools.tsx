import type { LinkProps } from '@tanstack/react-router';
import { StaticLink } from '../../../ui/controls/static-link.tsx';
import { words } from '../shared/words.ts';
import css from './card.module.css';
import type { CardActions } from './card-actions.ts';
import type { CardView } from './card-view.ts';

interface Props {
	card: CardView;
	link: LinkProps;
	actions: CardActions;
	turned: boolean;
	flip: () => void;
}

/** A card's actions, shown while it is hovered or focused. */
export function CardTools({ card, link, actions, turned, flip }: Props) {
	return (
		<div className={`${css['tools']} needs-script`}>
			<button
				type="button"
				className={css['tool']}
				data-turn=""
				title={words.flip(card.ticker)}
				aria-label={words.flip(card.ticker)}
				aria-pressed={turned}
				onClick={flip}
			>
				<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
					<path d="M4 8a6.5 6.5 0 0 1 11.6-2M16 12a6.5 6.5 0 0 1-11.6 2M16 2v4.4h-4.4M4 18v-4.4h4.4" />
				</svg>
			</button>
			{actions.freeze ? (
				<button
					type="button"
					className={css['tool']}
					data-freeze=""
					title={words.freeze(card.ticker)}
					aria-label={words.freeze(card.ticker)}
					onClick={() => actions.freeze?.(card.id)}
				>
					<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
						<path d="M10 2v16M3 6l14 8M17 6 3 14M10 5.4 7.8 3.2M10 5.4l2.2-2.2M10 14.6l-2.2 2.2M10 14.6l2.2 2.2" />
					</svg>
				</button>
			) : null}
			{actions.alert ? (
				<button
					type="button"
					className={css['tool']}
					data-alert=""
					title={words.alert(card.ticker)}
					aria-label={words.alert(card.ticker)}
					onClick={() => actions.alert?.(card.ticker)}
				>
					<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
						<path d="M4 14h12l-2-3V8a4 4 0 0 0-8 0v3zM8 17h4" />
					</svg>
				</button>
			) : null}
			<StaticLink link={link} className={css['tool'] ?? ''} title={words.details(card.ticker)} aria-label={words.details(card.ticker)}>
				<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
					<path d="M4 10h12M11 5l5 5-5 5" />
				</svg>
			</StaticLink>
		</div>
	);
}
