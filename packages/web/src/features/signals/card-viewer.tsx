import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { TickerSearch } from '../../entities/ticker/ticker-state.ts';
import { buttonClass } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Star } from '../../ui/star.tsx';
import type { CardActions } from './card-actions.ts';
import { CardFront } from './card-front.tsx';
import type { CardView } from './card-view.ts';
import css from './card-viewer.module.css';
import { selectionWords as own } from './selection-words.ts';
import { words } from './words.ts';

interface Props {
	card: CardView;
	search: TickerSearch;
	place: number;
	total: number;
	actions: CardActions;
	/** Ids of the cards beside it; undefined at the ends of the page. */
	previous: number | undefined;
	next: number | undefined;
	/** Shows another card, or none. */
	view: (id: number | undefined) => void;
}

interface StepProps {
	label: string;
	sign: string;
	to: number | undefined;
	view: Props['view'];
}

const Step = ({ label, sign, to, view }: StepProps) => (
	<button type="button" className={buttonClass} disabled={to === undefined} aria-label={label} onClick={() => view(to)}>
		{sign}
	</button>
);

/** One card over the whole screen, opened by a long press. */
export const CardViewer = ({ card, search, place, total, actions, previous, next, view }: Props) => {
	const dialog = useRef<HTMLDialogElement>(null);
	const starWords = card.favorite ? words.unstar(card.ticker) : words.star(card.ticker);
	return (
		<Dialog dialog={dialog} label={own.viewer} look={css['viewer']} opensItself onClose={() => view(undefined)}>
			<header className={css['head']}>
				<h2 className={css['ticker']}>
					{card.ticker} <small>{card.cap}</small>
				</h2>
				<span>
					{words.rate} <b>{card.rate}</b>
				</span>
				<button type="button" className={buttonClass} onClick={() => dialog.current?.close()}>
					{own.viewerClose}
				</button>
			</header>
			<div className={css['face']}>
				<p className={css['name']}>{card.name}</p>
				<CardFront card={card} age={card.price} />
			</div>
			<div className={css['row']}>
				<Step label={own.viewerPrevious} sign="‹" to={previous} view={view} />
				<span>{own.viewerPlace(place, total)}</span>
				<Step label={own.viewerNext} sign="›" to={next} view={view} />
			</div>
			<div className={css['row']}>
				<button
					type="button"
					className={buttonClass}
					aria-pressed={card.favorite}
					aria-label={starWords}
					onClick={() => actions.star(card.id, !card.favorite)}
				>
					<Star filled={card.favorite} />
				</button>
				{actions.freeze ? (
					<button
						type="button"
						className={buttonClass}
						onClick={() => {
							dialog.current?.close();
							actions.freeze?.(card.id);
						}}
					>
						{words.freeze(card.ticker)}
					</button>
				) : null}
				<Link to="/ticker/$id" params={{ id: String(card.id) }} search={search} className={buttonClass}>
					{own.viewerOpen}
				</Link>
			</div>
		</Dialog>
	);
};
