import { NOT_AVAILABLE } from '@sw/domain/signals/wheel/words';
import type { LinkProps } from '@tanstack/react-router';
import { memo, useMemo, useState } from 'react';
import { Sparkline } from '../../../charts/sparkline/sparkline.tsx';
import { CardWheel } from '../../../charts/wheel/card-wheel.tsx';
import { Information } from '../../../entities/information/information.ts';
import { starWords } from '../../../entities/stars/words.ts';
import type { TickerSearch } from '../../../entities/ticker/ticker-state.ts';
import { Change } from '../../../ui/content/change.tsx';
import { Star } from '../../../ui/controls/star.tsx';
import { StaticLink } from '../../../ui/controls/static-link.tsx';
import { useLongPress } from '../../../ui/controls/use-long-press.ts';
import { onDemand } from '../../../ui/states/on-demand.tsx';
import { words as common } from '../../../ui/words.ts';
import { words } from '../shared/words.ts';
import css from './card.module.css';
import type { CardActions, CardView } from './card-view.ts';

/** Shows the front of a card: the wheel, and below it the price with the change of the day. */
export function CardFront({ card, age }: { card: CardView; age: string }) {
	return (
		<>
			<div className={css['wheel']}>
				<CardWheel wheel={card.wheel} centre={card.centre} title={card.title} description={card.sentence} />
			</div>
			<footer className={css['foot']}>
				{card.sparkline.length > 1 ? <Sparkline values={card.sparkline} className={css['spark']} /> : null}
				<b className={css['price']}>{card.price}</b>
				<span>
					{words.day} {card.change ? <Change {...card.change} quiet /> : NOT_AVAILABLE}
				</span>
				<span className={`${css['direction']} ${card.side ? css[card.side] : ''}`}>{words.side(card.candidate)}</span>
				<span>{age}</span>
			</footer>
		</>
	);
}

const CardBack = onDemand(async () => (await import('./card-back.tsx')).CardBack);

interface Props {
	card: CardView;
	/** One-based place in the whole list. */
	place: number;
	search: TickerSearch;
	age: string;
	/** One level below the list's heading. */
	heading: 'h2' | 'h3';
	actions: CardActions;
	/** In selection mode, a card is selected instead of opened. */
	selecting: boolean;
	selected: boolean;
	/** Whether the ticker is new in the report that the reader has just accepted. */
	arrived: boolean;
	/** Whether the previous report's list didn't have the ticker. */
	entered: boolean;
}

/** Shows one ticker of the list: a front with the wheel, and a back. A click anywhere on the card follows the link of the name. */
export const SignalCard = memo(function SignalCard({
	card,
	place,
	search,
	age,
	heading: Heading,
	actions,
	selecting,
	selected,
	arrived,
	entered,
}: Props) {
	const [isTurned, setIsTurned] = useState<boolean>();
	const pressHandlers = useLongPress(() => actions.view(place));
	const link = useMemo((): LinkProps => ({ to: '/ticker/$id', params: { id: String(card.id) }, search }), [card.id, search]);
	const starLabel = card.favorite ? starWords.unstar(card.ticker) : starWords.star(card.ticker);
	return (
		<article
			data-item=""
			className={`${css['card']} ${selected ? css['selected'] : ''} ${arrived ? css['arrived'] : ''}`}
			{...pressHandlers}
		>
			<header className={css['head']}>
				<Heading className={css['ticker']}>
					{selecting ? (
						<label className={css['link']}>
							<input
								type="checkbox"
								data-card=""
								className={css['box']}
								checked={selected}
								aria-label={words.selectOne(card.ticker)}
								onChange={() => actions.select(card.id)}
							/>
							{card.ticker}
						</label>
					) : (
						<StaticLink link={link} className={css['link'] ?? ''} data-card={card.id} title={card.tooltip}>
							{card.ticker}
						</StaticLink>
					)}
				</Heading>
				<span className={css['cap']}>{card.cap}</span>
				<Information information={card.information} />
				{entered ? <span className={css['new']}>{common.isNew}</span> : null}
				<span className={css['rate']}>
					{words.rate} <b>{card.rate}</b> {words.outOf(card.maxRate)}
				</span>
				<button
					type="button"
					className={`${css['star']} needs-script`}
					data-key="f"
					aria-pressed={card.favorite}
					aria-label={starLabel}
					title={starLabel}
					onClick={() => actions.star(card.id, !card.favorite)}
				>
					<Star filled={card.favorite} />
				</button>
			</header>
			<div
				className={`${css['face']} ${isTurned === undefined ? '' : css['turning']} ${isTurned ? css['back'] : ''}`}
				key={String(isTurned)}
			>
				<CardFront card={card} age={age} />
				{isTurned ? <CardBack card={card} past={actions.past} /> : null}
			</div>
			{selecting ? null : (
				<CardTools card={card} link={link} actions={actions} isTurned={isTurned === true} flip={() => setIsTurned(!isTurned)} />
			)}
		</article>
	);
});

interface CardToolsProps {
	card: CardView;
	link: LinkProps;
	actions: CardActions;
	isTurned: boolean;
	flip: () => void;
}

/** Shows a card's actions while the card is hovered or focused. */
function CardTools({ card, link, actions, isTurned, flip }: CardToolsProps) {
	const { tools: ExtraTools } = actions;
	return (
		<div className={`${css['tools']} needs-script`}>
			<button
				type="button"
				className={css['tool']}
				data-key="t"
				title={words.flip(card.ticker)}
				aria-label={words.flip(card.ticker)}
				aria-pressed={isTurned}
				onClick={flip}
			>
				<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
					<path d="M4 8a6.5 6.5 0 0 1 11.6-2M16 12a6.5 6.5 0 0 1-11.6 2M16 2v4.4h-4.4M4 18v-4.4h4.4" />
				</svg>
			</button>
			{ExtraTools ? <ExtraTools card={card} actions={actions} /> : null}
			<StaticLink link={link} className={css['tool'] ?? ''} title={words.details(card.ticker)} aria-label={words.details(card.ticker)}>
				<svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
					<path d="M4 10h12M11 5l5 5-5 5" />
				</svg>
			</StaticLink>
		</div>
	);
}
