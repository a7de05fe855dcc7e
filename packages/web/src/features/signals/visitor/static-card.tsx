import { Link } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { starWords } from '../../../entities/stars/words.ts';
import type { TickerSearch } from '../../../entities/ticker/ticker-state.ts';
import { Star } from '../../../ui/controls/star.tsx';
import { words as common } from '../../../ui/words.ts';
import css from '../card/card.module.css';
import { CardFront } from '../card/card-front.tsx';
import type { CardView } from '../card/card-view.ts';
import { words } from '../shared/words.ts';

interface Props {
	card: CardView;
	search: TickerSearch;
	age: string;
	/** Where sign-in leads back to. */
	back: string;
}

/** A card on a page without a framework: its name is the link that the whole card follows, its star the link to sign-in. */
export function StaticCard({ card, search, age, back }: Props) {
	return (
		<article data-item="" className={css['card']}>
			<header className={css['head']}>
				<h3 className={css['ticker']}>
					<Link
						to="/ticker/$id"
						params={{ id: String(card.id) }}
						search={search}
						className={css['link'] ?? ''}
						id={cardAnchor(card.id)}
						data-card={card.id}
						title={card.name}
					>
						{card.ticker}
					</Link>
				</h3>
				<span className={css['cap']}>{card.cap}</span>
				<span className={css['new']} data-new={card.id} hidden>
					{common.isNew}
				</span>
				<span className={css['rate']}>
					{words.rate} <b>{card.rate}</b>
				</span>
				<Link
					to="/auth/signin"
					search={{ redirectTo: back }}
					rel="nofollow"
					className={css['star'] ?? ''}
					data-star=""
					aria-label={`${starWords.star(card.ticker)}: ${starWords.starSignIn}`}
					title={starWords.starSignIn}
				>
					<Star />
				</Link>
			</header>
			<div className={css['face']}>
				<CardFront card={card} age={age} />
			</div>
		</article>
	);
}
