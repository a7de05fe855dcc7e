import css from './annotated-head.module.css';
import { notesWords as words } from './annotated-notes-words.ts';

/** A card of a report. Its wheel is explained. */
export interface AnnotatedCard {
	readonly id: number;
	readonly ticker: string;
	readonly cap: string;
	/** Time of the card's report: '12:00 ET'. */
	readonly clock: string;
}

/** Heading above an annotated wheel. Without a card, the heading says that the wheel is an example. */
export function AnnotatedHead({ card }: { card: AnnotatedCard | undefined }) {
	return (
		<header className={css['head']}>
			{card ? (
				<>
					<b>
						<a href={`/ticker/${card.id}?fromLanding=true`} className={css['ticker']}>
							{card.ticker}
						</a>
					</b>
					<span>{card.cap}</span>
				</>
			) : (
				<b className={css['ticker']}>{words.exampleName}</b>
			)}
			<span className={css['which']}>{card ? words.cardOrigin(card.clock) : words.example}</span>
		</header>
	);
}
