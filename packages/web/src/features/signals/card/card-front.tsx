import { NOT_AVAILABLE } from '@sw/domain/signals/wheel/words';
import { Sparkline } from '../../../charts/sparkline/sparkline.tsx';
import { CardWheel } from '../../../charts/wheel/card-wheel.tsx';
import { Change } from '../../../ui/content/change.tsx';
import { words } from '../shared/words.ts';
import css from './card.module.css';
import type { CardView } from './card-view.ts';

/** The wheel, and the price change below it. */
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
