import type { WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, sliceName } from '@sw/domain/signals/wheel/words';
import type { ReactNode } from 'react';
import { type AnnotatedCard, AnnotatedHead } from '../../charts/wheel/annotated-head.tsx';
import { notesOf } from '../../charts/wheel/annotated-notes.tsx';
import { AnnotatedWheel } from '../../charts/wheel/annotated-wheel.tsx';
import { buttonClass } from '../../ui/button.ts';
import css from './about.module.css';
import { EXAMPLE, type ShownWheel } from './example.ts';
import { PartDrawing } from './part-drawing.tsx';
import { PARTS } from './parts.ts';
import { aboutWords as words } from './words.ts';

/** A card of the current report. */
export interface ShownCard extends ShownWheel, AnnotatedCard {
	/** Name of the list in which it ranks first. */
	readonly list: string;
}

interface Props {
	/** Undefined if no report has one. */
	card: ShownCard | undefined;
	/** What happened after such cards. */
	evidence: ReactNode;
	/** Parts of the current report that couldn't be loaded; empty if all were. */
	failed: string;
}

/** About the service: its wheel part by part, and its terms. */
export function AboutBody({ card, evidence, failed }: Props) {
	return (
		<>
			<p className={css['lead']}>{words.lead}</p>
			<Wheel card={card} failed={failed} />
			<Parts rate={(card ?? EXAMPLE).rate} />
			<div className={css['meanings']}>
				{words.sections.map(({ title, paragraphs }) => (
					<section key={title}>
						<h2>{title}</h2>
						{paragraphs.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</section>
				))}
				<section data-part="record">
					<h2>{words.hitRate.title}</h2>
					{words.hitRate.paragraphs.map((paragraph) => (
						<p key={paragraph}>{paragraph}</p>
					))}
					{card ? (
						<>
							<p>{words.hitRate.record(card.list)}</p>
							{evidence}
						</>
					) : null}
					<p>{words.hitRate.limits}</p>
				</section>
			</div>
			<p className={css['links']}>
				<a href="/main" className={buttonClass}>
					{words.toList}
				</a>
				<a href="/prices" className={buttonClass}>
					{words.toPlans}
				</a>
			</p>
		</>
	);
}

function Parts({ rate }: { rate: number }) {
	return (
		<section aria-labelledby="parts" data-part="parts">
			<h2 id="parts">{words.partByPart}</h2>
			<ul className={css['parts']}>
				{PARTS.map((part) => (
					<li key={part}>
						<div className={css['drawing']}>
							<PartDrawing part={part} rate={rate} />
						</div>
						<h3>{words.parts[part].title}</h3>
						<p>{words.parts[part].text}</p>
					</li>
				))}
			</ul>
		</section>
	);
}

function Wheel({ card, failed }: Pick<Props, 'card' | 'failed'>) {
	const { wheel, rate, sentence } = card ?? EXAMPLE;
	return (
		<section aria-labelledby="wheel" data-part="wheel">
			<h2 id="wheel">{words.wheel}</h2>
			<div className={css['panel']}>
				<AnnotatedHead card={card} />
				{failed === '' ? null : <p role="status">{words.failed(failed)}</p>}
				<AnnotatedWheel wheel={wheel} centre={String(rate)} label={sentence} notes={notesOf(wheel)} help={words.help} />
				<p className={css['sentence']}>{sentence}</p>
				<CellsInWords wheel={wheel} />
			</div>
		</section>
	);
}

/** The wheel as text: the sentence of each cell, slice by slice. */
function CellsInWords({ wheel: { slices, rings } }: { wheel: WheelModel }) {
	return (
		<details className={css['cells']}>
			<summary>{words.cells}</summary>
			<div className={css['sentences']}>
				{slices.map((slice) => (
					<ul key={slice.key} aria-label={sliceName(slice)}>
						{rings.map((ring, at) => (
							<li key={ring.label}>{cellSentence(slice, ring.label, slice.depths[at] ?? null)}</li>
						))}
					</ul>
				))}
			</div>
		</details>
	);
}
