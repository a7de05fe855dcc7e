import { DEEPEST, TONES } from '@sw/domain/signals/wheel/model';
import { Link } from '@tanstack/react-router';
import { AnnotatedWheel } from '../../charts/wheel/annotated-wheel.tsx';
import { buttonClass } from '../../ui/button.ts';
import panel from '../../ui/panel.module.css';
import tones from '../../ui/tones.module.css';
import type { CardView } from './card-view.ts';
import css from './explained.module.css';
import { explainedWords as words } from './explained-words.ts';
import legend from './legend.module.css';

const Colours = () => (
	<ul className={css['colours']}>
		{TONES.map((tone) => (
			<li key={tone}>
				<span className={`${legend['swatch']} ${tones[tone]}`} aria-hidden="true" />
				{words.colours[tone]}
			</li>
		))}
	</ul>
);

const Shades = () => (
	<span className={css['shades']} aria-hidden="true">
		{Array.from({ length: DEEPEST }, (_, i) => (
			<span key={css[`shade${i + 1}`]} className={css[`shade${i + 1}`]}>
				{i + 1}
			</span>
		))}
	</span>
);

interface Props {
	/** A real one: the first of the list. */
	card: CardView;
	close: () => void;
}

/** How a wheel is read, by the first card of the list that is on screen. */
export const Explained = ({ card, close }: Props) => {
	const { rings } = card.wheel;
	const { notes } = words;
	const rated = rings.filter((ring) => ring.slot);
	return (
		<section className={`${panel['panel']} ${css['explained']}`} aria-label={words.label}>
			<AnnotatedWheel
				wheel={card.wheel}
				centre={String(card.rate)}
				label={card.sentence}
				notes={{
					slices: notes.slices,
					rings: { title: notes.rings.title, text: notes.rings.text(rings[0]?.label ?? '', rings.at(-1)?.label ?? '') },
					shade: {
						title: notes.shade.title,
						text: (
							<>
								<Shades />
								{notes.shade.text}
							</>
						),
					},
					colour: { title: notes.colour.title, text: <Colours /> },
					number: { title: notes.number.title, text: notes.number.text(words.weighed(rated.at(-1)?.label ?? '')) },
				}}
			/>
			<p className={css['sentence']}>{card.sentence}</p>
			<p className={panel['note']}>{words.hypothetical}</p>
			<p className={css['ways']}>
				<Link to="/about" className={buttonClass}>
					{words.more}
				</Link>
				<button type="button" className={buttonClass} onClick={close}>
					{words.close}
				</button>
			</p>
		</section>
	);
};
