import { notesOf } from '../../../charts/wheel/annotated-notes.tsx';
import { AnnotatedWheel } from '../../../charts/wheel/annotated-wheel.tsx';
import { sitePath } from '../../../lib/address/site-path.ts';
import { buttonClass } from '../../../ui/button.ts';
import panel from '../../../ui/panel.module.css';
import type { CardView } from './card-view.ts';
import css from './explained.module.css';
import { explainedWords as words } from './explained-words.ts';

interface Props {
	/** A real card, not an example: the first of the list. */
	card: CardView;
	close: () => void;
}

/** Explains how to read a wheel, with the first card of the list on screen. */
export function WheelGuide({ card, close }: Props) {
	return (
		<section className={`${panel['panel']} ${css['explained']}`} aria-label={words.label}>
			<AnnotatedWheel wheel={card.wheel} centre={String(card.rate)} label={card.sentence} notes={notesOf(card.wheel)} />
			<p className={css['sentence']}>{card.sentence}</p>
			<p className={panel['note']}>{words.hypothetical}</p>
			<p className={css['ways']}>
				<a href={sitePath('/about')} className={buttonClass}>
					{words.more}
				</a>
				<button type="button" className={buttonClass} onClick={close}>
					{words.close}
				</button>
			</p>
		</section>
	);
}
