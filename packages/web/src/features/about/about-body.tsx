import { HUB_LINE, RIM } from '@sw/domain/signals/wheel/geometry';
import { mergePaths } from '@sw/domain/signals/wheel/merge';
import { createWheelModel, type Depth, type WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, sliceName } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { ReactNode } from 'react';
import { type AnnotatedCard, AnnotatedHead } from '../../charts/wheel/annotated-head.tsx';
import { ColourLegend, notesOf, ShadeScale } from '../../charts/wheel/annotated-notes.tsx';
import { AnnotatedWheel } from '../../charts/wheel/annotated-wheel.tsx';
import { cellClasses } from '../../charts/wheel/cell-classes.ts';
import wheelCss from '../../charts/wheel/wheel.module.css';
import { buttonClass } from '../../ui/button.ts';
import css from './about.module.css';
import { EXAMPLE, type ShownWheel } from './example.ts';
import { aboutWords as words } from './words.ts';

/** A card of the current report. */
export interface ShownCard extends ShownWheel, AnnotatedCard {
	/** Name of the list that this card is the first of. */
	readonly list: string;
}

interface Props {
	/** Undefined: an example is shown instead. */
	card: ShownCard | undefined;
	/** Record of what happened after such cards. */
	evidence: ReactNode;
	/** Names the parts of the current report that couldn't be loaded; empty if there are none. */
	failedParts: string;
}

/** Explains the service: the wheel part by part, and the terms. */
export function AboutBody({ card, evidence, failedParts }: Props) {
	return (
		<div>
			<p className={css['lead']}>{words.lead}</p>
			<Wheel card={card} failedParts={failedParts} />
			<PartList rate={(card ?? EXAMPLE).rate} />
			<div className={css['meanings']}>
				{words.sections.map(({ title, paragraphs }, i) => (
					<section key={title} id={meaningAnchor(i)}>
						<h2>{title}</h2>
						{paragraphs.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</section>
				))}
				<section id={RECORD} className={css['record']} data-part="record">
					<h2>{words.hitRate.title}</h2>
					<div>
						{words.hitRate.paragraphs.map((paragraph) => (
							<p key={paragraph}>{paragraph}</p>
						))}
					</div>
					<div>
						{card ? (
							<>
								<p>{words.hitRate.record(card.list)}</p>
								{evidence}
							</>
						) : null}
						<p>{words.hitRate.limits}</p>
					</div>
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
		</div>
	);
}

const RECORD = 'hit-rate';

function meaningAnchor(index: number): string {
	return `meaning-${index + 1}`;
}

/** The headings of the page, with the ids of their elements. */
export const aboutContents = [
	{ anchor: 'wheel', title: words.wheel },
	{ anchor: 'parts', title: words.partByPart },
	...words.sections.map(({ title }, i) => ({ anchor: meaningAnchor(i), title })),
	{ anchor: RECORD, title: words.hitRate.title },
];

function PartList({ rate }: { rate: number }) {
	return (
		<section aria-labelledby="parts" data-part="parts">
			<h2 id="parts">{words.partByPart}</h2>
			<ul className={css['parts']}>
				{(Object.keys(words.parts) as Part[]).map((part) => (
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

function Wheel({ card, failedParts }: Pick<Props, 'card' | 'failedParts'>) {
	const { wheel, rate, sentence } = card ?? EXAMPLE;
	return (
		<section aria-labelledby="wheel" data-part="wheel">
			<h2 id="wheel">{words.wheel}</h2>
			<div className={css['panel']}>
				<AnnotatedHead card={card} />
				{failedParts === '' ? null : <p role="status">{words.failed(failedParts)}</p>}
				<AnnotatedWheel wheel={wheel} centre={String(rate)} label={sentence} notes={notesOf(wheel)} help={words.help} />
				<p className={css['sentence']}>{sentence}</p>
				<CellsInWords wheel={wheel} />
			</div>
		</section>
	);
}

/** Describes the wheel as text: one sentence for each cell, slice by slice. */
function CellsInWords({ wheel: { slices, rings } }: { wheel: WheelModel }) {
	return (
		<details className={css['cells']}>
			<summary>{words.cells}</summary>
			<div className={css['sentences']}>
				{slices.map((slice) => (
					<ul key={slice.key} aria-label={sliceName(slice)}>
						{rings.map((ring, i) => (
							<li key={ring.label}>{cellSentence(slice, ring.label, slice.depths[i] ?? null)}</li>
						))}
					</ul>
				))}
			</div>
		</details>
	);
}

const STRATEGY = strategyNamed('first');
const SECTORS = [
	{ sector: 'price', operation: 'short' },
	{ sector: 'call_with_put', operation: null },
	{ sector: 'volume', operation: null },
	{ sector: 'call_without_put', operation: 'short' },
] as const;

const RING_COUNT = [...STRATEGY.rated, ...STRATEGY.higher].length;

/** Creates a wheel with the given depth in each cell. */
function createWheel(getDepth: (slice: number, ring: number) => Depth): WheelModel {
	return createWheelModel(
		SECTORS.map((sector, slice) => ({ ...sector, intersections: Array.from({ length: RING_COUNT }, (_, ring) => getDepth(slice, ring)) })),
		STRATEGY,
		'short',
	);
}

/** Index of the last rated ring. */
const LAST_RATED_RING = STRATEGY.rated.length - 1;

const WHEELS = {
	slices: createWheel((slice) => (slice === 0 ? 4 : 0)),
	rings: createWheel((_, ring) => (ring === LAST_RATED_RING ? 4 : 0)),
	number: createWheel(() => 0),
	dashed: createWheel((slice, ring) => (slice === 3 && ring >= LAST_RATED_RING ? null : 0)),
} as const;

/** Half the width of the section shown around the hub. */
const SECTION_RADIUS = RIM / 2;

/** A part of a wheel. The page explains the parts in the order of their texts. */
type Part = keyof typeof words.parts;

interface PartDrawingProps {
	part: Part;
	/** Shown in the middle of the wheel above. */
	rate: number;
}

/** Draws one part of the wheel. */
function PartDrawing({ part, rate }: PartDrawingProps) {
	if (part === 'shade') return <ShadeScale />;
	if (part === 'colour') return <ColourLegend />;
	return <SmallWheel part={part} centre={part === 'number' ? String(rate) : ''} />;
}

function SmallWheel({ part, centre = '' }: { part: keyof typeof WHEELS; centre?: string }) {
	return (
		<svg
			className={`${wheelCss['wheel']} ${css['small']} ${part === 'dashed' ? css['dashed'] : ''}`}
			viewBox={
				centre === ''
					? `${-RIM} ${-RIM} ${2 * RIM} ${2 * RIM}`
					: `${-SECTION_RADIUS} ${-SECTION_RADIUS} ${2 * SECTION_RADIUS} ${2 * SECTION_RADIUS}`
			}
			aria-hidden="true"
		>
			{mergePaths(WHEELS[part]).map((path) => (
				<path key={`${path.kind}${path.tone}${path.depth}`} className={cellClasses(path)} d={path.d} />
			))}
			{centre === '' ? null : (
				<>
					<circle className={wheelCss['hub']} r={HUB_LINE} />
					<text className={wheelCss['rate']}>{centre}</text>
				</>
			)}
		</svg>
	);
}
