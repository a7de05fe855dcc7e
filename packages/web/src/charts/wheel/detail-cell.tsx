import { anchorAt, pointAt, RIM, ringBands, sliceAngles, wheelGeometry } from '@sw/domain/signals/wheel/geometry';
import type { Depth, Tone, WheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, depthText, shortName } from '@sw/domain/signals/wheel/words';
import { cellClasses } from './cell-classes.ts';
import type { CellPosition } from './next-cell.ts';
import css from './wheel.module.css';

interface FaceProps {
	wheel: WheelModel;
	position: CellPosition;
}

/** Draws the shape and digit of a cell. */
export function CellFace({ wheel, position }: FaceProps) {
	const slice = wheel.slices[position.slice];
	const ratedFlags = wheel.rings.map((r) => r.isRated);
	const geometry = wheelGeometry(wheel.slices.length, ratedFlags);
	const band = geometry.bands[position.ring];
	if (!slice || !band) return null;
	const depth = slice.depths[position.ring] ?? null;
	const point = pointAt(sliceAngles(position.slice, wheel.slices.length).middle, (band.inner + band.outer) / 2);
	return (
		<>
			<path
				className={cellClasses({ kind: kindOf(depth), tone: slice.tone, depth: depth ?? 0 })}
				d={geometry.cells[position.slice]?.[position.ring]}
			/>
			<text className={`${css['digit']} ${digitClass(slice.tone, depth)}`} x={point.x} y={point.y}>
				{depthText(depth)}
			</text>
		</>
	);
}

/** Returns the class for the colour of a digit on its shade. */
function digitClass(tone: Tone, depth: Depth): string {
	return depth === null ? (css['onNothing'] ?? '') : depth === 0 ? '' : `${css[tone]} ${css[`on${depth}`]}`;
}

function kindOf(depth: Depth): 'lit' | 'unlit' | 'absent' {
	return depth === null ? 'absent' : depth === 0 ? 'unlit' : 'lit';
}

interface Props extends FaceProps {
	/** Whether this cell is the only tab stop of the wheel. */
	isTabStop: boolean;
}

/** Shows one cell of the large wheel: its shape, its digit, and its sentence for screen readers. */
export function DetailCell({ wheel, position, isTabStop }: Props) {
	const slice = wheel.slices[position.slice];
	const ring = wheel.rings[position.ring];
	if (!slice || !ring) return null;
	return (
		// biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a group isn't interactive in itself, and WAI-ARIA Graphics assigns this role to marks.
		<g
			className={css['cell']}
			role="graphics-symbol"
			aria-label={cellSentence(slice, ring.label, slice.depths[position.ring] ?? null)}
			tabIndex={isTabStop ? 0 : -1}
			data-slice={position.slice}
			data-ring={position.ring}
		>
			<CellFace wheel={wheel} position={position} />
		</g>
	);
}

const LABEL_GAP = 8;

/** Shows slice names around the rim, and ring names along the gap after the first slice. */
export function DetailLabels({ wheel: { slices, rings } }: { wheel: WheelModel }) {
	const bands = ringBands(rings.map((ring) => ring.isRated));
	return (
		<g>
			{slices.map((slice, i) => {
				const point = pointAt(sliceAngles(i, slices.length).middle, RIM + LABEL_GAP);
				return (
					<text key={slice.key} className={css['label']} x={point.x} y={point.y} textAnchor={anchorAt(point.x)}>
						{shortName(slice)}
					</text>
				);
			})}
			{rings.map((ring, i) => {
				const band = bands[i];
				const point = pointAt(sliceAngles(0, slices.length).end, band ? (band.inner + band.outer) / 2 : 0);
				return (
					<text key={ring.label} className={css['ringLabel']} x={point.x} y={point.y}>
						{ring.label}
					</text>
				);
			})}
		</g>
	);
}
