import { HUB_LINE } from '@sw/domain/signals/wheel/geometry';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import type { ReactNode } from 'react';
import css from './annotated-wheel.module.css';
import { CellFace, DetailCell, DetailLabels } from './detail-cell.tsx';
import wheelCss from './wheel.module.css';

export const MARKS = ['slices', 'rings', 'shade', 'colour', 'number'] as const;
export type Mark = (typeof MARKS)[number];

export interface Note {
	title: string;
	text: ReactNode;
}

interface Props {
	/** The wheel must have four slices, because the lines follow the gaps between them. */
	wheel: WheelModel;
	centre: string;
	/** One sentence describing the wheel. */
	label: string;
	notes: Record<Mark, Note>;
	/** Text below the wheel. If set, each cell is focusable, and the page's script shows the cell's sentence here. */
	help?: string;
}

const VIEW_BOX = '-122 -106 244 212';
/** Radius of a mark. */
const MARK_RADIUS = 7;
/** Offset of the mark for the number, so that the mark doesn't cover the number. */
const NUMBER_MARK_OFFSET = 11;

/** Start and path of a note's line. The path is horizontal, or follows the gap between two slices. */
const LINES: Record<Mark, { x: number; y: number; curve: string }> = {
	slices: { x: -38, y: -70, curve: 'H-134' },
	rings: { x: 68, y: -68, curve: 'L76,-76H134' },
	shade: { x: 80, y: -18, curve: 'H134' },
	colour: { x: -76, y: 30, curve: 'H-134' },
	number: { x: 10, y: 10, curve: 'L72,72H134' },
};

/** Explains each part of a wheel. On wide screens, lines connect the parts and their texts; on small screens, numbers do. */
export function AnnotatedWheel({ notes, help, ...drawingProps }: Props) {
	return (
		<div className={css['annotated']}>
			{help === undefined ? (
				<div className={css['drawn']}>
					<Drawing {...drawingProps} readable={false} />
				</div>
			) : (
				<figure className={`${css['drawn']} ${css['readable']}`} data-wheel="">
					<Drawing {...drawingProps} readable />
					<figcaption className={`${css['said']} needs-script`} data-said={help}>
						{help}
					</figcaption>
				</figure>
			)}
			<ol className={css['notes']}>
				{MARKS.map((mark) => (
					<li key={mark} className={css[mark]}>
						<b>{notes[mark].title}</b>
						<div>{notes[mark].text}</div>
					</li>
				))}
			</ol>
		</div>
	);
}

function Drawing({ wheel, centre, label, readable }: Omit<Props, 'notes' | 'help'> & { readable: boolean }) {
	return (
		<svg className={wheelCss['wheel']} viewBox={VIEW_BOX} role={readable ? undefined : 'img'} aria-label={label}>
			{wheel.slices.map((slice, s) =>
				wheel.rings.map((ring, r) => {
					const cell = { wheel, position: { slice: s, ring: r } };
					const key = `${slice.key} ${ring.label}`;
					return readable ? <DetailCell key={key} {...cell} isTabStop={s === 0 && r === 0} /> : <CellFace key={key} {...cell} />;
				}),
			)}
			{readable ? <path className={wheelCss['outline']} d="" data-outline="" /> : null}
			<circle className={wheelCss['hub']} r={HUB_LINE} />
			<text className={wheelCss['rate']}>{centre}</text>
			<DetailLabels wheel={wheel} />
			{MARKS.map((mark, i) => {
				const { x, y, curve } = LINES[mark];
				return (
					<g key={mark}>
						<g className={css['line']}>
							<path d={`M${x},${y}${curve}`} />
							<circle cx={x} cy={y} r="1.6" />
						</g>
						<g className={css['mark']} transform={mark === 'number' ? `translate(${NUMBER_MARK_OFFSET},${NUMBER_MARK_OFFSET})` : undefined}>
							<circle cx={x} cy={y} r={MARK_RADIUS} />
							<text x={x} y={y}>
								{i + 1}
							</text>
						</g>
					</g>
				);
			})}
		</svg>
	);
}
