import { MAX_DEPTH, TONES, type WheelModel } from '@sw/domain/signals/wheel/model';
import css from './annotated-notes.module.css';
import { notesWords as words } from './annotated-notes-words.ts';
import type { Mark, Note } from './annotated-wheel.tsx';
import tones from './tones.module.css';

/** Explains the wheel's colors. */
export function ColourLegend() {
	return (
		<ul className={css['colours']}>
			{TONES.map((tone) => (
				<li key={tone}>
					<span className={`${css['swatch']} ${tones[tone]}`} aria-hidden="true" />
					{words.colours[tone]}
				</li>
			))}
		</ul>
	);
}

/** Shows the five shades, faintest first. */
export function ShadeScale() {
	return (
		<span className={css['shades']} aria-hidden="true">
			{Array.from({ length: MAX_DEPTH }, (_, i) => (
				<span key={css[`shade${i + 1}`]} className={css[`shade${i + 1}`]}>
					{i + 1}
				</span>
			))}
		</span>
	);
}

/** Returns the explanation of each part of a wheel. */
export function notesOf({ rings }: WheelModel): Record<Mark, Note> {
	const { notes } = words;
	const longest = rings.filter((ring) => ring.isRated).at(-1)?.label ?? '';
	return {
		slices: notes.slices,
		rings: { title: notes.rings.title, text: notes.rings.text(rings[0]?.label ?? '', rings.at(-1)?.label ?? '') },
		shade: {
			title: notes.shade.title,
			text: (
				<>
					<ShadeScale />
					{notes.shade.text}
				</>
			),
		},
		colour: { title: notes.colour.title, text: <ColourLegend /> },
		number: { title: notes.number.title, text: notes.number.text(words.weights(longest)) },
	};
}
